"""What somebody did at the table, as frozen records named as facts.

    forms      what was done with a form: opened, filled in, cast
    plays      with the dice: rolled, typed, decided, applied, undone
    search     in the search
    reading    to read the chances
    tracker    with the encounter and the clock
    campaign   with the people, their sheets, the scene, the order of turns
    trying     by a newcomer, with a sample
    forecast   with the question how a fight will go
    together   with others, each at a device of their own
    device     what is wished of this device
    campaigns  with whole campaigns, files, copies, links
    answers    what the store answers about the open campaign
    errands    what it answers about whole ones, and the browser about files

Each says what was meant (one more, this record off the list), never what would stand there
afterwards: that is for `update` to find out when its turn has come.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # nobody needs all of them at once to run
    from app.update.messages.answers import AnswerMessage
    from app.update.messages.campaign import CampaignMessage, ViewMessage
    from app.update.messages.campaigns import CampaignsMessage
    from app.update.messages.device import DeviceMessage
    from app.update.messages.effects import ErrandAnswer
    from app.update.messages.forecast import ForecastMessage
    from app.update.messages.forms import FormMessage
    from app.update.messages.plays import PlayMessage
    from app.update.messages.quick_start import SampleTried
    from app.update.messages.reading import ReadingMessage
    from app.update.messages.search import SearchMessage
    from app.update.messages.sync import TogetherMessage
    from app.update.messages.tracker import OverMessage, TrackerMessage

    Message = (
        FormMessage
        | PlayMessage
        | TrackerMessage
        | OverMessage
        | CampaignMessage
        | ViewMessage
        | SearchMessage
        | ReadingMessage
        | AnswerMessage
        | CampaignsMessage
        | DeviceMessage
        | SampleTried
        | ErrandAnswer
        | ForecastMessage
        | TogetherMessage
    )
