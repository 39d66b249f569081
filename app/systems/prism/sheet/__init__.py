"""The character sheet of Prism.

sheet      stats, body, skills, current states
rollables  the rolls of each entry
effects    effects on it: slumps, zones, attempts, duties
bleeding   loss of blood, by rounds and by the clock
"""
