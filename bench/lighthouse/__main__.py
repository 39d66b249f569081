"""Audit the built page with Lighthouse: accessibility, best practices and SEO, all of 100.

    python -m bench.lighthouse [ADDRESS ...]

The package is in this folder's lock file; `make lighthouse` installs it. An address is the part
behind the page's own, such as `#/garden/skill_test`. A lower score ends with code 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from building.checks.find_chromium import find
from building.paths import DIST
from building.serving import Site

HERE = Path(__file__).parent
CATEGORIES = ("accessibility", "best-practices", "seo")
ADDRESSES = (
    "",
    "#/garden/skill_test",
    "#/wasteland",
    "#/wasteland/encounter",
    "#/striker/characters",
    "#/prism/rules",
    "#/campaigns",
)


def audit(address: str) -> dict[str, Any]:
    """Return Lighthouse's report of an address, as on a phone."""
    done = subprocess.run(
        [
            str(HERE / "node_modules" / ".bin" / "lighthouse"),
            address,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(CATEGORIES)}",
            "--chrome-flags=--headless=new --no-sandbox",
        ],
        env={**os.environ, "CHROME_PATH": find() or ""},
        capture_output=True,
        text=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def failed(report: dict[str, Any], category: str) -> list[str]:
    """Return the titles of the audits that cost a category points."""
    refs = report["categories"][category]["auditRefs"]
    audits = [report["audits"][ref["id"]] for ref in refs if ref["weight"]]
    return [audit["title"] for audit in audits if audit["score"] is not None and audit["score"] < 1]


def main() -> int:
    worst = 100
    with Site(DIST) as site:
        for address in sys.argv[1:] or ADDRESSES:
            report = audit(f"{site.address}{address}")
            for category in CATEGORIES:
                score = round(100 * report["categories"][category]["score"])
                worst = min(worst, score)
                why = "; ".join(failed(report, category))
                print(f"{score:4} {category:16} {address or '/'} {why}", flush=True)
    return 0 if worst == 100 else 1


if __name__ == "__main__":
    sys.exit(main())
