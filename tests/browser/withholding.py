"""What browsers withhold of what keeping needs, each as a script.

Cookies and site data may be blocked, a private window or a page within a page may give nothing:
interfaces are missing, throw when they are asked, refuse, or never answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

NO_INDEXED_DB = """
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (name === "indexedDB" || name.startsWith("IDB")) delete globalThis[name];
}"""

REFUSE = 'throw new DOMException("The operation is insecure.", "SecurityError");'

NO_STORAGE = {
    "missing": NO_INDEXED_DB,
    "nothing": 'Object.defineProperty(globalThis, "indexedDB", { value: null });',
    "not to be looked at": f"""
Object.defineProperty(globalThis, "indexedDB", {{ get() {{ {REFUSE} }} }});""",
    "throws": f"IDBFactory.prototype.open = () => {{ {REFUSE} }};",
    "refuses": """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  request.addEventListener("upgradeneeded", (event) => {
    event.stopImmediatePropagation();
    request.transaction.abort();
  });
  return request;
};""",
    "never answers": """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  for (const kind of ["success", "error", "upgradeneeded", "blocked"]) {
    request.addEventListener(kind, (event) => event.stopImmediatePropagation());
  }
  return request;
};""",
    "refuses to be read": f"""
for (const name of ["get", "getAll", "getAllKeys", "openCursor"]) {{
  IDBObjectStore.prototype[name] = () => {{ {REFUSE} }};
}}""",
}

#: With cookies and site data blocked nothing of all this is to be had.
NOTHING_AT_ALL = f"""
{NO_INDEXED_DB}
delete globalThis.BroadcastChannel;
for (const name of ["localStorage", "sessionStorage", "caches"]) {{
  Object.defineProperty(globalThis, name, {{ get() {{ {REFUSE} }} }});
}}
for (const name of ["locks", "storage", "serviceWorker"]) {{
  Object.defineProperty(Navigator.prototype, name, {{ get() {{ {REFUSE} }} }});
}}"""

NO_TURNS = {
    "no channel": "delete globalThis.BroadcastChannel;",
    "channel throws": f"""
globalThis.BroadcastChannel = class {{ constructor() {{ {REFUSE} }} }};""",
    "no locks": "delete Navigator.prototype.locks;",
    "locks throw": f"LockManager.prototype.request = () => {{ {REFUSE} }};",
    "locks refuse": f"LockManager.prototype.request = async () => {{ {REFUSE} }};",
    "locks never answer": "LockManager.prototype.request = () => new Promise(() => {});",
}

#: What of all that a page has, as it is before something is withheld.
KEEP = """() => {
  const kept = /^(indexedDB|IDB.*|BroadcastChannel)$/;
  const all = [globalThis, Navigator, IDBFactory, IDBObjectStore, LockManager];
  window.whole = all.map((each) => each.prototype ?? each).map((each) => [each,
    Object.entries(Object.getOwnPropertyDescriptors(each)).filter(([name]) =>
      each !== globalThis || kept.test(name))]);
}"""

#: And all of it again.
GIVE_BACK = """() => {
  for (const [each, properties] of window.whole) {
    for (const [name, property] of properties) Object.defineProperty(each, name, property);
  }
}"""


@contextmanager
def withheld(page: Page, script: str) -> Iterator[None]:
    """In a page that goes on, for as long as this lasts."""
    page.evaluate(KEEP)
    page.evaluate(f"() => {{ {script} }}")
    try:
        yield
    finally:
        page.evaluate(GIVE_BACK)
