"""The only code that touches JavaScript objects: the document, storage, files, tabs.

dom        small words for the document
views      a procedure's view: reading its form, patching what it shows
render     the compiled templates
page       what is open: the form, its desk, its chances
writing    lines of a game's notation: read and completed while they are typed
playing    rolling, typing dice, deciding
keeping    the journal of the open game, undo, effects, the play in progress
tools      what stands around the forms
tracker    the encounter: the game master's tracker and the players' screen
dragging   a line of the order follows the pointer
hours      the clock, and time that passes
store      campaigns, journals and settings in the browser's database
campaigns  the campaigns' view: all campaigns, backups, files out
incoming   files on their way in
sharing    a character that travels in a link
turns      what is done with the store one after another, and what went wrong with it
downloads  a text given to the person as a file
joining    a character from outside joins a campaign
journals   the journals found and read back, whatever of them was damaged
shelf      rows read with care, written one transaction at a time; who may write
databases  what the store needs of a database; one that is only in memory
indexed    the same on IndexedDB
net        a second copy of what is newest, for when the browser loses its database
"""
