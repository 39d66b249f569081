"""The rules of Striker that procedures, sheet and encounter share.

inputs    inputs of many procedures, in the words of the sheet
lines     inputs that only lines of the reference take
readings  one d20 at face value, effect dice summed
results   margin, step, shift, effect
"""
