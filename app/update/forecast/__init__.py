"""Handling of messages about fight forecasts.

forecasts  the run in workers: started, shown, compared
lineups    changes of the line-up
batches    batches of fights, sized by time
state      the state of the forecasts of one campaign
"""
