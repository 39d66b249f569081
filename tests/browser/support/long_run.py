"""Is this the long run (`make fuzz`)? To be asked by test files: a conftest is read too early."""

from __future__ import annotations

from hypothesis import settings

LONG = bool(settings.default and settings.default.max_examples > 1000)
