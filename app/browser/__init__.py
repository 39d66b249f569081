"""The only code that touches JavaScript objects: the document, storage, files, tabs.

app        what the document's events mean: everything below is wired together there
dom        small words for the document
render     the compiled templates
redrawing  what a person has in hand while a view is drawn anew
tools      what stands around the forms

page       what is open: the form, its desk, its chances
views      a procedure's view: reading its form, patching what it shows
playing    rolling, typing dice, deciding
roles      who plays which part in the open form
notation_field lines of a game's notation: read and completed while they are typed

open_campaign the journal of the open game, undo and redo
journal_list the journal's entries, drawn where they changed
rolls      a finished play is kept and its effects applied; the play in progress
house      the house rules agreed on, in the forms

characters the characters' list and their sheets
counters   what of the scene is always in sight
tracker    the encounter: the game master's tracker and the players' screen
dues       what is due: its form is opened, and its roll settles it
dragging   a line of the order follows the pointer
hours      the clock, and time that passes

campaigns  the campaigns' view: all campaigns, backups, files out
incoming   files on their way in
downloads  a text given to the person as a file
sharing    a character that travels in a link
outside    a reminder to save to a file, and a file that is kept up to date
joining    a character from outside joins a campaign
task_queue what is done with the store one after another, and what went wrong with it
storage    everything kept in the browser, in a package of its own
"""
