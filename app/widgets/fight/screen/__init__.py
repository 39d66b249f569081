"""The fight as players see it.

screen       the players' screen: in full, as a preview, in one line
player_view  a guest's view: own characters in full, others as on the screen
"""
