"""Forecasts of whole fights, played by the game's own rules and by plain policies.

start      the fight that a record describes, of any game
records    reading and checking the record of a fight
policies   targets of a side, whether it defends, whether it spends points
stage      a fight in memory: steps, rolls and effects as at the table
hands      rolls and their effects, following rolls, due rolls
playing    one fight from its first round to its end
counts     results of many fights, which can be added up
reports    figures of the counts, with their uncertainty
job        a batch of fights in a worker: text in, text out

    fighters = fight(record)                 BadInput names the field at fault
    counts = batch(fighters, "7", 0, 200)    fight k depends on the seed and on k alone
    report(fighters, counts)

Nothing here touches a browser object or names a game.
"""

from app.forecast.counts import Counts, merge
from app.forecast.playing import batch
from app.forecast.records import Fight
from app.forecast.reports import Report, report
from app.forecast.start import fight

__all__ = ["Counts", "Fight", "Report", "batch", "fight", "merge", "report"]
