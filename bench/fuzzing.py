"""The profile under which `make fuzz` runs the property tests: many more cases, no hurry.

pytest -p bench.fuzzing ...      # stores the results of the strange files
python -m bench.fuzzing          # prints them
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings

from building.paths import ROOT

settings.register_profile(
    "fuzz",
    max_examples=5000,
    deadline=None,
    derandomize=False,
    suppress_health_check=[HealthCheck.too_slow],
)

#: Where the figures lie between the tests and the last line of `make fuzz`.
FIGURES = ROOT / ".build" / "strange-files.json"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Add up the results of the strange files from all test processes."""
    found: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                for name, figures in report.user_properties:
                    if name == "strange files":
                        found.update(figures)
    if found:
        FIGURES.parent.mkdir(exist_ok=True)
        FIGURES.write_text(json.dumps(found), encoding="utf-8")


def main() -> None:
    if not FIGURES.exists():
        print("Strange files: none were tried.")
        return
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    print("Strange files: " + ", ".join(f"{count} {name}" for name, count in figures.items()) + ".")


if __name__ == "__main__":
    main()
