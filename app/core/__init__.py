"""The rules core, in the order in which a reader meets it.

errors      BadInput names a field; a player can act on its message
readings    how a rule reads dice: folds with exact distributions
asks        roll, throw, choose, settle, foresee: the requests of a running procedure
outcomes    grade, success, values, effects, steps
kinds       the values that an input or a sheet field may hold
inputs      the inputs of a procedure, declared in its signature
procedures  a rule with its declaration; bound to checked inputs
tables      data the rules look up and the screen shows
play        chance, hand, record: one driver with three sources of answers
tree        the fourth source: every possibility, weighted, solved from the leaves up
odds        the results of the tree: the chance of each grade, of success, of each value
sheets      a character's record in a game
notations   inputs in a small language of a game's own
encounters  turns, combatants; state and pure transitions
games       the contents of a game's folder

Pure Python: nothing here knows of a browser.
"""
