"""Tells test files whether this is the long run (`make fuzz`): a conftest loads too early."""

from __future__ import annotations

from hypothesis import settings

LONG = bool(settings.default and settings.default.max_examples > 1000)
