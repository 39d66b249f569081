"""The browser app, the only code that touches JavaScript objects: events become messages.

shell      the message queue and model, event dispatch, drawing, focus, side effects
platform   the document, workers, lazy imports, device features, dates, downloads
storage    campaigns and settings in the browser's database
sync       shared tables on several devices

The features, each with its views (`*_view`) and its event handlers (`at_*`):

roll       the open form and its play
dice       fields with a game's dice notation
odds       charts, pins, scans and policies beside the open form
fight      the tracker, the overlay roll, counters, the players' screen
sheet      the characters and their sheets
notes      notes
journal    the journal, row by row and as a document
luck       luck and fairness of past rolls
forecast   forecasts of fights, computed in workers
campaigns  campaigns, files, backups and links
search     the search over everything
home       the home page
"""
