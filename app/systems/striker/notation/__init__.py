"""The notation of Striker: a small language for checks, saves and effects (S23-S31).

tokens      what a line is made of: dice, numbers, words, marks
tree        what a line says: action, sub, check or save, effect
grammar     reading: one function for each rule of the grammar; the first fault counts
canonical   writing: the one form in which the app shows a line again
sheet       the skills and techniques that names are looked up in
meaning     what M and R come to for a character
taking      whether a number can be taken instead of the roll
words       the line in plain English
sums        the numbers term by term
completion  what may stand at the cursor
offers      the same, ready to be put in
faults      the codes E01 to E16
advice      what the wider SRD writes and is not read here
understanding  all of this about one line, whole or not
writing     the fields in which lines are written

The reader is written by hand: lark takes 45 ms here (150 ms in the browser) to be imported and to
build this grammar, and the precedence of S31 would need a reader of its own errors besides. It is
the second opinion in the tests.
"""
