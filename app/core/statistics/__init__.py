"""Statistics of rolls.

luck      a roll's percentile in its own odds
sessions  the luck of many rolls together
fairness  whether the faces of a die come up equally often
"""
