"""The update layer: the page as a value, and the function that handles messages.

    model      the whole state of the page
    messages   user actions and answers, as frozen records named as facts
    update     update(model, message, dice) -> model, commands: the only place of change
    commands   effects for the store, the address, the screen

The parts of `update`, by subject:

    roll           the open form: forms, filling, roles, desks, plays, stored rolls
    open_campaign  messages about the open campaign, loaded together with it
    fight          the tracker, the order of turns, the roll over the fight, the spectator's view
    sheet          characters and their sheets
    journal        older entries of the journal
    odds           pins, scans, suggestions
    luck           statistics of past rolls
    forecast       fight forecasts
    opening        another campaign was opened, or the open one changed
    campaigns      whole campaigns, files, copies, links
    sync           the shared table of several devices
    notes          notes
    settings       settings of this device
    layers         layers over the fight
    offers         late taps: whether a button is still current

Pure Python. A message holds the intent, never a displayed value: results are computed from the
model when the message is handled, so no tap undoes the one before it. The page and the tests send
the same messages.
"""
