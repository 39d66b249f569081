"""Pure views of forms, odds, plays and the journal, with their Jinja2 templates.

A folder for each subject: campaigns, dice, fight, forecast, home, journal, luck, notes, odds,
reference, roll, search, settings, sheet, sync. `page` is the whole page as build.py renders it,
with the template environment.

Nothing here touches a browser object or names a game.
"""
