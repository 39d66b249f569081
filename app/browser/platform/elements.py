"""Types of the elements and events of the browser's document, as far as the page uses them.

One element stands for all: a field's value, a fold's `open`, a dialog's `showModal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

#: Any other JavaScript object: a file, a database, null. It has no Python type.
Js = Any


class Names(Protocol):
    """The classes of an element."""

    def add(self, *names: str) -> None: ...
    def remove(self, *names: str) -> None: ...
    def contains(self, name: str) -> bool: ...
    def toggle(self, name: str, force: bool = ..., /) -> bool: ...


class Box(Protocol):
    """A place on the screen, in pixels."""

    top: float
    left: float
    width: float
    height: float


class Element(Protocol):
    """An element of the document; where none is found there is JavaScript's null (`Js`)."""

    id: str
    name: str
    type: str
    title: str
    value: str
    checked: bool
    disabled: bool
    files: Js
    elements: Js
    href: str

    tagName: str
    classList: Names
    className: str
    hidden: bool
    inert: bool
    open: bool
    muted: bool
    ariaPressed: Js
    tabIndex: int
    textContent: str
    innerHTML: Js  # from markup() only
    outerHTML: str  # from markup() only
    srcObject: Js

    isConnected: bool
    ownerDocument: Js
    parentElement: Js
    firstElementChild: Js
    children: Iterable[Element]
    childElementCount: int

    offsetLeft: float
    offsetHeight: float
    scrollTop: float
    selectionStart: Js
    selectionEnd: Js

    def getAttribute(self, name: str) -> Js: ...
    def getAttributeNames(self) -> Iterable[str]: ...
    def hasAttribute(self, name: str) -> bool: ...
    def setAttribute(self, name: str, value: object) -> None: ...
    def removeAttribute(self, name: str) -> None: ...
    def toggleAttribute(self, name: str, force: bool = ..., /) -> bool: ...

    def querySelector(self, selector: str) -> Js: ...
    def querySelectorAll(self, selector: str) -> Iterable[Element]: ...
    def closest(self, selector: str) -> Js: ...
    def matches(self, selector: str) -> bool: ...
    def contains(self, other: Element) -> bool: ...
    def isSameNode(self, other: Element | None) -> bool: ...
    def cloneNode(self, deep: bool) -> Element: ...

    def append(self, *children: Element) -> None: ...
    def prepend(self, *children: Element) -> None: ...
    def replaceChildren(self, *children: Element) -> None: ...
    def replaceWith(self, *others: Element) -> None: ...
    def insertAdjacentHTML(self, where: str, html: Js) -> None: ...  # from markup()
    def remove(self) -> None: ...

    def blur(self) -> None: ...
    def click(self) -> None: ...
    def close(self) -> None: ...
    def focus(self, options: Js = ..., /) -> None: ...
    def play(self) -> Js: ...
    def requestSubmit(self) -> None: ...
    def select(self) -> None: ...
    def setRangeText(self, text: str, start: int, end: int, mode: str) -> None: ...
    def setSelectionRange(self, start: int, end: Js) -> None: ...
    def showModal(self) -> None: ...

    def addEventListener(self, event: str, heard: Callable[[Event], object], /) -> None: ...
    def dispatchEvent(self, event: Js) -> bool: ...

    def checkVisibility(self) -> bool: ...
    def getBoundingClientRect(self) -> Box: ...
    def scrollIntoView(self, options: Js = ..., /, **more: str) -> None: ...


class Event(Protocol):
    """A document event."""

    type: str
    target: Element
    key: str
    altKey: bool
    ctrlKey: bool
    metaKey: bool
    shiftKey: bool
    clientY: float
    timeStamp: float
    data: Js
    dataTransfer: Js
    detail: Js

    def preventDefault(self) -> None: ...
