"""The rules of TrueWorld that procedures, sheet and encounter share.

inputs    inputs of many procedures, in the words of the sheet
readings  the highest ability die against one difficulty die
results   success or failure, and the level of the effect
chances   the chances of a roll by ability die, for the director
"""
