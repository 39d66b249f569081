"""The rules of Wasteland that procedures, sheet and encounter share.

inputs         inputs of many procedures, in the words of sheet and table
feeding        inputs of a roll from the participants' sheets
testing        inputs of every test besides its skill
readings       d20s against a target number, combat dice
rerolls        re-rolls of d20s, for luck or an Aim
results        the result of a test: dice, assistants, AP, four grades
action_points  a side's pool, and the surplus of a test
pools          the two pools as counters in sight
weapons        damage effects, added dice, their notation on a sheet
strikes        rolling the combat dice of an attack, and those of cover
blows          results of these dice before cover is rolled
hits           results of a hit on a body
zones          targets in the zone of a blast
explosions     results of a blast for each target
follow_ups     the chain of an attack: damage, extra hits, further targets
order          the order of turns
turns          the limits of a turn
"""
