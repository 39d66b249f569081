"""Check a commit's subject: `scope: do something`, at most 72 characters.

python -m building.checks.check_subject FILE    the file that git gives to its commit-msg hook
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72

#: Subjects that git writes itself.
OF_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")

_FORM = re.compile(r"[a-z][\w./, -]*: [a-z]\S* .+[^.]")


def find_fault(subject: str) -> str:
    """Return the fault of a subject in one sentence; `""` where there is none."""
    if subject.startswith(OF_GIT):
        return ""
    if len(subject) > LONGEST:
        return f"The subject has {len(subject)} characters; at most {LONGEST}."
    if not _FORM.fullmatch(subject):
        return "Write the subject as `scope: do something`, without a full stop."
    return ""


def main() -> int:
    """Check the message in the file that is named on the command line."""
    fault = find_fault(Path(sys.argv[1]).read_text(encoding="utf-8").partition("\n")[0])
    if fault:
        print(fault, file=sys.stderr)
    return bool(fault)


if __name__ == "__main__":
    sys.exit(main())
