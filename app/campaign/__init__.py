"""The memory of the table, in reading order.

state         the state of a campaign: one frozen document, and the functions that change it
facts         everything that can happen, as small records
journal       facts at their positions, undo and redo
participants  the roles of a roll, and the values that sheets prefill
files         files and stored rows: formats, checks, imports, backups

Computations on a state know no facts; facts build on them, and on facts the modules that make and
store them.

Everything that happens is an entry: a fact with the changes that it made. The state is the fold of
the changes, so it never depends on the rules of a later version of a game; games are needed only
when something new happens. Clocks, randomness and ids are given from outside. Pure Python:
`app.browser.storage.store` stores all this in the browser.
"""
