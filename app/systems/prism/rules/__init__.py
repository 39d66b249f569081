"""The rules of Prism that procedures, sheet and encounter share.

inputs      inputs of many procedures: conditions, trying again, slump and zone
readings    the open-ended roll of percentile dice
results     a row of Chart 14.1, and the states it starts and ends
follow_ups  offers of plot points after a roll
"""
