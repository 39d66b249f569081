"""New combatants: characters, typed lines, presets.

joining     characters, or those of a typed line such as `3 raiders, HP 7`
parse_line  the kinds of a line
fields      the fields of a line
typed_line  chips of a line before it is added
presets     foes that are ready to join, the campaign's own ones, the last group again
nouns       English singulars and number words
"""
