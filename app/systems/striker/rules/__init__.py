"""The rules of Striker that procedures, sheet and encounter share.

inputs    inputs of many procedures, in the words of the sheet
readings  one d20 at face value, effect dice summed
results   margin, step, shift, effect
"""
