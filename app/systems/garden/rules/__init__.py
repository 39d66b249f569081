"""The rules of Autonomous Garden that procedures, sheet and encounter share.

inputs     inputs of many procedures, in the words of the sheet
feeding    inputs of a test from the participants' sheets
skills     attributes and named skills
readings   readings of six-sided dice
results    margin, seven rows, a bought tie
attacking  inputs of an attack, and its modifiers
damage     damage against wound levels, and its effects
injuries   the injuries of a sheet: counts, penalty, the state of a life
wounds     injuries as numbers: costs to the bearer
codes      codes of injuries as the sheet stores them
clock      hours passing over a list of injuries
"""
