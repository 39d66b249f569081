"""What is seen: pure views of forms, odds, plays and the journal, and their Jinja2 templates.

page       the whole page as build.py renders it, and the template environment
forms      a procedure's inputs as controls; what was typed into them as a request
notation   a text in a game's own notation: understood, wrong, completed
typing     keys into faces: when a digit completes a die
desk       one form at work: what is typed, its odds, the play in progress
odds       the result rows with their chances
results    a finished play as a card: dice, sum, effects, rules
board      the encounter: whose turn it is, who is there, what can be done
joining    who joins it: characters, and lines such as `3 raiders, HP 7`
hours      the clock in words
happenings what the journal says of encounters and of time
links      a form, or a roll, as an address
copying    a result as Markdown
standing   what of a result was applied, and whether it still counts
journal    what was rolled, as a list
telling    what only the journal as a whole tells: rounds, numbers before and after
story      the journal by sessions and rounds, with its dice
fights     a fight summed up
judging    rolls, each by its place among all that could have come of it
luck       the luck of an evening, by person
naming     dice with names, and every face that fell
fair       is a die fair, by the faces that it showed
past       of which rolls and dice that is told
chronicle  the journal as Markdown and as CSV
picture    a result as a picture
screen     what the players see
device     what somebody wishes of this device
kept       a result as the journal keeps it

Nothing here touches a browser object or names a game.
"""
