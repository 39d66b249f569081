"""The two pools of Action Points, always in sight (W1.6, W1.14).

Strip, forms and encounter show one number. Both pools are empty until they are set: a session
empties the group's and fills the GM's.
"""

from __future__ import annotations

from app.core.games import Counter
from app.systems.wasteland.rules.action_points import GROUP_POOL

#: The GM's pool has no maximum; the page's does.
GM_POOL = 99

SPENDERS = ("wasteland.spend_ap",)

#: The surplus of a test beyond the group's six, until the turn ends (W1.6).
SURPLUS = ("surplus_ap", "Surplus AP")

COUNTERS = (
    Counter("group_ap", "Group AP", 0, GROUP_POOL, 0, SPENDERS, ("W1.6",), beyond=SURPLUS),
    Counter("gm_ap", "GM AP", 0, GM_POOL, 0, (), ("W1.6", "W1.14")),
)
