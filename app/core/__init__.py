"""What a rule is, in the order in which one meets it.

errors      BadInput names a field; a player can act on its message
readings    what a rule sees in dice: folds with exact distributions
asks        roll, throw, choose, settle, foresee: all that a procedure says while it runs
outcomes    grade, success, values, effects, steps
kinds       what an input or a sheet field may hold
inputs      what a procedure may be told, declared in its signature
procedures  a rule with its declaration; bound to checked inputs
tables      data the rules look up and the screen shows
play        chance, hand, record: one driver, three who answer
tree        the fourth who answers: every possibility, weighted, solved from the leaves up
odds        what the tree comes to: the chance of each grade, of success, of each value
sheets      what a game writes down about a character
notations   inputs in a small language of a game's own
encounters  who acts now; state and pure transitions
games       what a game's folder offers

Pure Python: nothing here knows of a browser.
"""
