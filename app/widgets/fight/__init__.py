"""The fight on screen.

board    turn order, steps, due rolls and the clock
gauges   health and counters as pictures
joining  new combatants, typed as lines
screen   the players' screen, and a guest's view
journal  journal entries in words, and the summary of a finished fight
"""
