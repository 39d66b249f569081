"""Sealing: what a server carries for a table, so that it cannot read it.

    key = Key.fresh()                           # 256 bits of the browser's chance
    sealed = await key.seal(text, about)        # AES-GCM; about: what it is, and where it belongs
    text = await key.open(sealed, about)        # Unsealed: another key, another place, or changed

    pair = await Pair.fresh()                   # of one device, for one table
    key = await pair.key_with(their_public, about)   # the same key on both sides, and nowhere else

Only the browser's own cryptography (`crypto.subtle`) is used. `about` is not secret: it is bound
into the seal, so that a sealed text opens only in the place for which it was made.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from dataclasses import dataclass
from typing import Any

import js
from pyodide.ffi import JsException, to_js

#: Bytes of a key, of the number that makes each seal another, and of what the seal adds.
KEY, NONCE, TAG = 32, 12, 16

#: The curve on which two devices agree on a key.
CURVE = "P-256"


class Unsealed(Exception):
    """It was not sealed with this key for this place, or was changed on the way."""


def as_text(raw: bytes) -> str:
    """Bytes as they may stand in a link."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """The bytes that such a text tells; Unsealed if it tells none."""
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (NoBase64, ValueError) as fault:
        raise Unsealed("this is no key and no sealed text") from fault


def _object(**given: Any) -> Any:
    return js.Object.fromEntries(to_js(list(given.items())))


def _chance(count: int) -> bytes:
    return bytes(js.crypto.getRandomValues(js.Uint8Array.new(count)).to_bytes())


@dataclass(frozen=True)
class Key:
    """A key of 256 bits. text: as it stands in a link's fragment, or is stored."""

    text: str

    @classmethod
    def fresh(cls) -> Key:
        return cls(as_text(_chance(KEY)))

    async def seal(self, text: str, about: str) -> str:
        """The text sealed, in letters that any message can carry."""
        nonce = _chance(NONCE)
        made = await js.crypto.subtle.encrypt(
            self._way(nonce, about), await self._key(), to_js(text.encode())
        )
        return as_text(nonce + bytes(made.to_bytes()))

    async def open(self, sealed: str, about: str) -> str:
        """What was sealed. Raises Unsealed."""
        raw = as_bytes(sealed)
        if len(raw) < NONCE + TAG:
            raise Unsealed("too short to be sealed")
        try:
            made = await js.crypto.subtle.decrypt(
                self._way(raw[:NONCE], about), await self._key(), to_js(raw[NONCE:])
            )
            return bytes(made.to_bytes()).decode()
        except (JsException, UnicodeDecodeError) as fault:
            raise Unsealed("sealed with another key, or changed on the way") from fault

    def _way(self, nonce: bytes, about: str) -> Any:
        return _object(name="AES-GCM", iv=to_js(nonce), additionalData=to_js(about.encode()))

    async def _key(self) -> Any:
        raw = as_bytes(self.text)
        if len(raw) != KEY:
            raise Unsealed("this is no key")
        return await js.crypto.subtle.importKey(
            "raw", to_js(raw), "AES-GCM", False, to_js(["encrypt", "decrypt"])
        )


@dataclass(frozen=True)
class Pair:
    """A device's two halves: the public one is told, the private one stays. Both as text."""

    public: str
    private: str

    @classmethod
    async def fresh(cls) -> Pair:
        made = await js.crypto.subtle.generateKey(_curve(), True, to_js(["deriveBits"]))
        public = await js.crypto.subtle.exportKey("raw", made.publicKey)
        private = await js.crypto.subtle.exportKey("pkcs8", made.privateKey)
        return cls(as_text(bytes(public.to_bytes())), as_text(bytes(private.to_bytes())))

    async def key_with(self, public: str, about: str) -> Key:
        """The key that these two devices have in common. Raises Unsealed where theirs is none."""
        subtle = js.crypto.subtle
        try:
            theirs = await subtle.importKey(
                "raw", to_js(as_bytes(public)), _curve(), False, to_js([])
            )
            ours = await subtle.importKey(
                "pkcs8", to_js(as_bytes(self.private)), _curve(), False, to_js(["deriveBits"])
            )
            shared = await subtle.deriveBits(_object(name="ECDH", public=theirs), ours, 8 * KEY)
            told = await subtle.importKey("raw", shared, "HKDF", False, to_js(["deriveBits"]))
            way = _object(
                name="HKDF",
                hash="SHA-256",
                salt=to_js(b"tableside"),
                info=to_js(about.encode()),
            )
            made = await subtle.deriveBits(way, told, 8 * KEY)
        except JsException as fault:
            raise Unsealed("this is no other device's key") from fault
        return Key(as_text(bytes(made.to_bytes())))


def _curve() -> Any:
    return _object(name="ECDH", namedCurve=CURVE)
