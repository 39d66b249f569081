"""Messages: frozen records of user actions and answers, named as facts.

    forms        open a form, fill it in, cast roles
    plays        roll, type dice, decide, apply, undo
    search       the search
    reading      charts, pins and scans
    tracker      the encounter and the clock
    campaign     characters, sheets, the scene, the order of turns
    quick_start  a form tried with a sample character
    forecast     fight forecasts
    sync         the shared table of several devices
    device       settings of this device
    campaigns    whole campaigns, files, copies, links
    answers      answers of the store about the open campaign
    offers       messages with the state that their button was drawn for
    unsaved      a roll that could not be stored
    effects      answers about whole campaigns, and of the browser about files

A message holds the intent (one more, this record off the list), never the resulting value: `update`
computes that when it handles the message.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # nothing needs all of them at run time
    from app.update.messages.answers import AnswerMessage
    from app.update.messages.campaign import CampaignMessage, ViewMessage
    from app.update.messages.campaigns import CampaignsMessage
    from app.update.messages.device import DeviceMessage
    from app.update.messages.effects import EffectAnswer
    from app.update.messages.forecast import ForecastMessage
    from app.update.messages.forms import FormMessage
    from app.update.messages.plays import PlayMessage
    from app.update.messages.quick_start import SampleTried
    from app.update.messages.reading import ReadingMessage
    from app.update.messages.search import SearchMessage
    from app.update.messages.sync import TogetherMessage
    from app.update.messages.tracker import (
        ByHandMessage,
        OverMessage,
        PresetMessage,
        TrackerMessage,
    )
    from app.update.messages.unsaved import RollUnsaved

    Message = (
        FormMessage
        | PlayMessage
        | TrackerMessage
        | OverMessage
        | PresetMessage
        | ByHandMessage
        | CampaignMessage
        | ViewMessage
        | SearchMessage
        | ReadingMessage
        | AnswerMessage
        | RollUnsaved
        | CampaignsMessage
        | DeviceMessage
        | SampleTried
        | EffectAnswer
        | ForecastMessage
        | TogetherMessage
    )
