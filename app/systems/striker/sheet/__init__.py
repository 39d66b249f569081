"""The character sheet of Striker.

sheet    skills, techniques with their lines, weapons
lookups  lookups of lines: skills, techniques, their M and R
"""
