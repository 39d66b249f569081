"""What is remembered, in the order in which one meets it.

values     plain JSON, exact numbers, the seal that makes damage show
changes    what an entry did to the state, place by place, so that it can be taken back
shapes     what stored and imported JSON must look like: checks and JSON Schema in one
state      where a campaign stands: a frozen view of one JSON document
characters the people of a campaign: found, and written anew
answers    the answers of a play as they are kept, and the play that they make again
effects    how effects land: on sheets, in the encounter, on the scene
encounters the encounter goes on step by step, and what that makes due
time       time passes over every sheet, up to the first roll or decision
facts      everything that can happen, as small records: what each holds, what it does
rolls      a finished play as a fact
steps      a step of the encounter as a fact
entries    a fact in its place in the journal
journal    append, undo, redo, snapshots; a journal is a value
standing   which outcomes still count, and what was applied of those that do not
hours      hours that pass as a fact, and what is left of them
rows       how all that lies in a database; what is done with damaged rows
migrations how a file of an older version becomes one of today
formats    what files look like, and how they are written
validation does what a file says make sense? every sheet, every entry where it stands
files      a character, a campaign or everything as a file; the check of a file as a whole
describing changes in words, by the names that the table knows
imports    what a sound file would change here, said before it is done
links      a character in an address, or as a QR code
backups    which copies are kept
schema     the JSON Schema of files, made from the shapes

What computes on a state knows no facts (up to `time`); the facts stand on it, and on them what
makes facts and what keeps them.

Everything that happens is an entry: a fact with the changes that it made. The state is the fold of
the changes, so it never depends on how a later version of a game would reckon; games are needed
only when something new happens. Clocks, chance and ids are given from outside. Pure Python:
`app.browser.storage.store` keeps all this in the browser.
"""
