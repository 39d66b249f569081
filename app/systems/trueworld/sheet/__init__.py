"""The character sheet of TrueWorld.

sheet  skills as dice, boosts, health, the round's action
"""
