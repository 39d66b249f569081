"""Bare dice, as the table writes them: `4d6kh3+2`, `2d20kl1`, `d100!`, `8d6>=5`, `2d6 vs 8`.

tray      the procedure that rolls a line, the same in every game and by itself
tree      what a line says
grammar   the reader: text -> tree, or a fault with its place
saying    the printer: tree -> text, and plain words
ways      in how many ways a tree comes to each number
rolling   the dice of a tree, thrown: read by chance, hand and odds
repairs   right lines for words that are none of the notation
writing   what is said under the field while somebody writes, and the dice that are tapped
"""
