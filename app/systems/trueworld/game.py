"""TrueWorld at the table: outside of a fight no action is spent."""

from __future__ import annotations

from app.core.games import Game
from app.core.procedures.inputs import Values


class TrueWorldGame(Game):
    def scene_feed(self, scene: Values, inputs: Values) -> dict[str, object]:
        """Feed a helper's action outside of a fight: it belongs to a turn of a round (T4.2)."""
        return {} if "phase" in scene else {"action_available": True}
