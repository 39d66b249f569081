"""Bare dice, as players write them: `4d6kh3+2`, `2d20kl1`, `d100!`, `8d6>=5`, `2d6 vs 8`.

tray      the procedure that rolls a line, the same in every game and by itself
tree      the syntax tree of a line
tokens    the tokens of a line
grammar   the reader: text -> tree, or a fault with its position
faults    faults of a line: a position, and words to act on
saying    the printer: tree -> text, and plain words
ways      the number of ways in which a tree yields each number
rolling   the dice of a tree, thrown: read by chance, hand and odds
repairs   right lines for words that are not part of the notation
writing   remarks under the field during editing, and the keypad
"""
