"""The fight on one screen.

board         the turn, the combatants, possible steps and due rolls
acting        the current combatant's turn: allowances, targets, actions
steps         steps as buttons, forms and typed inputs
menus         the menu of one combatant: rolls from the sheet
due_rolls     labels of due rolls, and the forms that settle them
rounds        this round's journal entries
elapsed_time  the campaign's clock and its timers
"""
