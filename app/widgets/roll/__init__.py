"""The open form, its play and its result.

desk          the open form as a value: typed texts, odds, the play in progress
links         addresses of forms and rolls
announcement  screen reader announcements of rolls and chances
form          the fields of a form, and its participants
play          a play in progress, and the chances of each answer
result        a finished play as a card, as text and as a picture
favourites    favourites, recent rolls and first rolls
"""
