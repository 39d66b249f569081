"""The notation of Striker: a small language for checks, saves and effects (S23-S31).

tokens      the parts of a line: dice, numbers, words, marks
tree        the structure of a line: action, sub, check or save, effect
grammar     reading the core: one function for each rule of the grammar; the first fault counts
reference   reading the wider lines of the reference (S32-S43)
effects     their sums and effects
dialects    which of the two reads a line
canonical   writing: the one form in which the app shows a line again
sheet       the skills and techniques that names are looked up in
meaning     M and R for a character
taking      whether a number can be taken instead of the roll
spoken      points, modifiers and remarks in words
words       the line in plain English
sums        the numbers term by term
completion  the possible next words at the cursor
offers      the same, ready to be inserted
faults      the codes E01 to E16
advice      advice on forms of the wider SRD that are not read here
mending     a line that is read, near to a wrong one
understanding  all of this about one line, complete or not
writing     the fields in which lines are written
naming      the field of a single skill or technique
fields      reading such fields

The reader is written by hand: importing lark and building this grammar takes 45 ms here (150 ms in
the browser), and the precedence of S31 would need its own reader of errors besides. Lark is the
second opinion in the tests.
"""
