"""How a fight will go: whole fights, played by the game's own rules and by plain policies.

records    a fight as it is written down, read and checked
policies   whom a side attacks, whether it defends, whether it spends points
stage      a fight that goes on by values: steps, rolls and effects as at the table
hands      what is rolled and applied, what follows on it, what is due
playing    one fight from its first round to its end
counts     what came of many fights, to be added up
reports    what that says, and how sure it is

    fight = read(record)              BadInput names the field at fault
    counts = batch(fight, "7", 0, 200)    fight k hangs on the seed and on k alone
    report(fight, counts)

Nothing here touches a browser object or names a game.
"""

from app.forecast.counts import Counts, merged
from app.forecast.playing import batch
from app.forecast.records import Fight
from app.forecast.reports import Report, report
from app.forecast.start import fight

__all__ = ["Counts", "Fight", "Report", "batch", "fight", "merged", "report"]
