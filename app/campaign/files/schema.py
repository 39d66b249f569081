"""The JSON Schema of files, generated from the shapes that check them.

python -m app.campaign.files.schema docs/schema
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from app.campaign.files.formats import FILE_SHAPE
from app.campaign.files.migrations import VERSION
from app.campaign.files.shapes import Shape

NAME = f"tableside-{VERSION}.schema.json"


def schema(shape: Shape = FILE_SHAPE) -> dict[str, object]:
    """Return the schema of a file; named shapes are under `$defs`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A file of Tableside, version {VERSION}",
        **shape.schema(),
        "$defs": {named.name: named.of.schema() for named in shape.defs()},
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1], NAME).write_text(text(), encoding="utf-8")
