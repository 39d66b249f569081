"""Encounters as values.

records     the records of a scene and of a turn, read and checked
combatants  combatants, rounds, turns, and the board that shows them
rolls       rolls due by the rules, and rolls made
presets     foes that are ready to join, and suggested groups
actions     the actions and allowances of a turn
scenes      a scene, the steps between scenes, and the hooks that a game gives
offering    the possible actions of a combatant
roster      the steps that all games share
tactics     the policy of combatants in a forecast
encounter   a game's encounter, which reads stored scenes
validate    validation of stored scenes
"""
