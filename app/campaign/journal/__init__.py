"""The journal of a campaign.

entries           facts at their positions, with the changes they made
journal           append, undo, redo, snapshots; a journal is a value
actions           actions before they are facts
rolls             finished plays as facts
answers           stored answers of a play, and the play that they reproduce
steps             steps of the encounter as facts
elapsed_time      passing hours as a fact, and the hours that remain
superseded        the outcomes that still count, and applied effects of those that do not
changes_by_entry  the counters that an entry moved
descriptions      changes in words, by the names known at the table
"""
