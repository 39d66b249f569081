"""The character sheet of Autonomous Garden.

sheet      fields, derived values, tracks
records    its lists: weapons, skills, conditions, illnesses, tasks, spells
rollables  rolls that it offers
effects    effects on it
timing     due times, and the effects of passing hours
helpless   states that take away turn, defence and tests
moot       reasons for due rolls that can end
ongoing    ongoing spells
"""
