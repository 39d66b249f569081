"""The fight, the roll over it, and the players' screen.

at_tracker      taps and texts on the fight's page
board_view      the board: order, current turn, menus and step forms
chances_view    chances of the acting combatant's actions
overlay_view    the roll over the fight
counters_view   the strip under the header: counters and the current turn
players_view    the players' screen
typed_line      the line of new combatants, with its preview
preset_search   the search among presets in the dialog of new combatants
"""
