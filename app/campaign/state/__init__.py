"""The state of a campaign: one frozen document, and the pure functions that change it.

values      plain JSON, exact numbers, the checksum that shows damage
document    the records of the document, each declared once: types, checks and JSON Schema
changes     the changes of an entry by path, so that it can be undone
state       a frozen view of the document
characters  the characters: read and replaced
scenes      the running encounter as a scene
effects     application of effects: on sheets, in the encounter, on the scene
encounters  steps of the encounter, and the rolls they make due
due_rolls   due rolls as they are rolled
lapsed      due rolls that have lost their reason
time        passing time on every sheet, up to the first roll or decision
validate    the parts of a stored state that its game can interpret
"""
