"""The memory of the table, in reading order.

values        plain JSON, exact numbers, the checksum that shows damage
changes       the changes of an entry by path, so that it can be undone
shapes        shapes of stored and imported JSON: checks and JSON Schema in one
state         the state of a campaign: a frozen view of one JSON document
characters    the characters of a campaign: read and replaced
answers       stored answers of a play, and the play that they reproduce
effects       application of effects: on sheets, in the encounter, on the scene
encounters    steps of the encounter, and the rolls they make due
time          passing time on every sheet, up to the first roll or decision
facts         everything that can happen, as small records
rolls         finished plays as facts
steps         steps of the encounter as facts
entries       facts at their positions in the journal
journal       append, undo, redo, snapshots; a journal is a value
superseded    the outcomes that still count, and applied effects of those that do not
elapsed_time  passing hours as a fact, and the hours that remain
rows          the layout in a database; repair of damaged rows
migrations    conversion of files of older versions
formats       file formats, and writing files
validation    checks of every sheet and entry of a file
files         a character, a campaign or everything as a file; the check of a file as a whole
descriptions  changes in words, by the names known at the table
imports       a preview of an import's changes
links         a character in an address, or as a QR code
backups       the choice of copies to retain
schema        the JSON Schema of files, made from the shapes

Computations on a state know no facts (up to `time`); facts build on them, and on facts the modules
that make and store them.

Everything that happens is an entry: a fact with the changes that it made. The state is the fold of
the changes, so it never depends on the rules of a later version of a game; games are needed only
when something new happens. Clocks, randomness and ids are given from outside. Pure Python:
`app.browser.storage.store` stores all this in the browser.
"""
