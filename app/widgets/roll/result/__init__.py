"""A finished play as a card, as text and as a picture.

results      the card: dice, the sum step by step, effects, rules
words        numbers, sums and effects in words
status       applied effects, and whether the play still counts
stored_play  the status of a stored play
unsaved      notices on an unsaved result
copying      the result as Markdown
picture      the result as SVG
"""
