"""The values of a build, for pages that tests render without one."""

from typing import Any

BUILD: dict[str, Any] = {
    "version": "0",
    "content": "0",
    "policy": "",
    "pyscript": "core.js",
    "settings": "{}",
    "plugins": "{}",
    "sync": "",
    "start": "",
    "python": "",
    "snapshot": "",
    "fonts": (),
}
