"""What a build says of itself, for pages that are rendered without one."""

BUILD = {
    "version": "0",
    "content": "0",
    "policy": "",
    "pyscript": "core.js",
    "settings": "{}",
    "plugins": "{}",
}
