"""New combatants: characters, typed lines, presets.

joining     a character of the campaign, or a line such as `3 raiders, HP 7`
typed_line  chips of a line before it is added
presets     foes that are ready to join, the campaign's own ones, the last group again
nouns       English singulars and number words
"""
