"""New combatants, typed as lines.

joining  a character of the campaign, or a line such as `3 raiders, HP 7`
nouns    English singulars and number words
"""
