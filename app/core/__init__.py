"""The rules core, in the order in which a reader meets it.

errors      BadInput names a field; a player can act on its message
play        the requests of a running procedure, readings of dice, and drivers that answer
procedures  a rule with its declaration: inputs, kinds, outcomes, tables, notations
odds        every possibility, weighted: the chance of each grade, value and answer
dice        bare dice, as players write them
statistics  the luck of a session, the fairness of a die
sheets      a character's record in a game
encounters  scenes, combatants, turns; pure transitions between scenes
games       the contents of a game's folder
support     general tools without rules

Pure Python: nothing here knows of a browser.
"""
