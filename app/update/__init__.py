"""The table as a value, and what happens when somebody does something.

    model      everything that is shown, and all that a message may need
    messages   what somebody did, as frozen records named as facts
    update     update(model, message, dice) -> model, commands: where everything happens
    commands   what is to be done outside: by the store, with the address, on the screen

What `update` is made of, by subject:

    forms      opening forms and filling them in    filling  what stands in the fields, and why
    roles      who plays which part                 desks    a play takes another's place, is kept
    plays      rolling, typing dice, deciding

    open_campaign  what is about the open campaign, and is fetched into memory with it:
    rolls          kept rolls: effects, undo, another visit
    tracker        steps of the encounter, who joins, time
    over           what whoever acts does, and the roll that lies over the fight
    looking_on     what can be done now, and how likely it is
    characters, sheets, notes, encounters   what is done with the people, a sheet, the order
    looking_back   the journal further back than its newest entries
    opening        another campaign stands here, or the open one went on

    campaigns  what is about whole campaigns, files, copies, links: a package of its own

Pure Python. A message holds what was meant and never what was shown: whatever is computed is
computed from the model when the message's turn has come, so no tap undoes the one before it. The
page, the fights of the tests and whoever else holds the table send the same messages.
"""
