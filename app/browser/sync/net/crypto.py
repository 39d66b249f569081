"""End-to-end encryption of a table's messages on a server.

    key = Key.fresh()                           # 256 random bits
    sealed = await key.seal(text, about)        # AES-GCM; about: the kind and place of the text
    text = await key.open(sealed, about)        # Unsealed: wrong key, wrong place, or changed

    pair = await Pair.fresh()                   # of one device, for one table
    key = await pair.key_with(their_public, about)   # the same key on both sides only

Only the browser's cryptography (`crypto.subtle`) is used. `about` is additional authenticated data:
it is not secret, and a sealed text opens only with the same one.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from dataclasses import dataclass

import js
from pyodide.ffi import JsException, to_js

from app.browser.platform.elements import Js
from app.browser.platform.js_objects import js_object

#: Sizes in bytes of a key, a nonce and an authentication tag.
KEY, NONCE, TAG = 32, 12, 16

#: The elliptic curve of key agreement.
CURVE = "P-256"


class Unsealed(Exception):
    """Raised if a text was sealed with another key or place, or was changed."""


def as_text(raw: bytes) -> str:
    """Encode bytes as URL-safe base64."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """Decode URL-safe base64; raise Unsealed if it is none."""
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (NoBase64, ValueError) as fault:
        raise Unsealed("this is no key and no sealed text") from fault


def _chance(count: int) -> bytes:
    return bytes(js.crypto.getRandomValues(js.Uint8Array.new(count)).to_bytes())


@dataclass(frozen=True)
class Key:
    """A key of 256 bits; `text` is its form in a link's fragment and in storage."""

    text: str

    @classmethod
    def fresh(cls) -> Key:
        return cls(as_text(_chance(KEY)))

    async def seal(self, text: str, about: str) -> str:
        """Encrypt a text and return it as base64."""
        nonce = _chance(NONCE)
        ciphertext = await js.crypto.subtle.encrypt(
            self._way(nonce, about), await self._key(), to_js(text.encode())
        )
        return as_text(nonce + bytes(ciphertext.to_bytes()))

    async def open(self, sealed: str, about: str) -> str:
        """Decrypt a sealed text; raise Unsealed."""
        raw = as_bytes(sealed)
        if len(raw) < NONCE + TAG:
            raise Unsealed("too short to be sealed")
        try:
            plaintext = await js.crypto.subtle.decrypt(
                self._way(raw[:NONCE], about), await self._key(), to_js(raw[NONCE:])
            )
            return bytes(plaintext.to_bytes()).decode()
        except (JsException, UnicodeDecodeError) as fault:
            raise Unsealed("sealed with another key, or changed on the way") from fault

    def _way(self, nonce: bytes, about: str) -> Js:
        return js_object(name="AES-GCM", iv=to_js(nonce), additionalData=to_js(about.encode()))

    async def _key(self) -> Js:
        raw = as_bytes(self.text)
        if len(raw) != KEY:
            raise Unsealed("this is no key")
        return await js.crypto.subtle.importKey(
            "raw", to_js(raw), "AES-GCM", False, to_js(["encrypt", "decrypt"])
        )


@dataclass(frozen=True)
class Pair:
    """A device's public and private key, as text."""

    public: str
    private: str

    @classmethod
    async def fresh(cls) -> Pair:
        pair = await js.crypto.subtle.generateKey(_curve(), True, to_js(["deriveBits"]))
        public = await js.crypto.subtle.exportKey("raw", pair.publicKey)
        private = await js.crypto.subtle.exportKey("pkcs8", pair.privateKey)
        return cls(as_text(bytes(public.to_bytes())), as_text(bytes(private.to_bytes())))

    async def key_with(self, public: str, about: str) -> Key:
        """Derive the key shared with another device; raise Unsealed for an invalid public key."""
        subtle = js.crypto.subtle
        try:
            theirs = await subtle.importKey(
                "raw", to_js(as_bytes(public)), _curve(), False, to_js([])
            )
            ours = await subtle.importKey(
                "pkcs8", to_js(as_bytes(self.private)), _curve(), False, to_js(["deriveBits"])
            )
            shared = await subtle.deriveBits(js_object(name="ECDH", public=theirs), ours, 8 * KEY)
            material = await subtle.importKey("raw", shared, "HKDF", False, to_js(["deriveBits"]))
            way = js_object(
                name="HKDF",
                hash="SHA-256",
                salt=to_js(b"tableside"),
                info=to_js(about.encode()),
            )
            bits = await subtle.deriveBits(way, material, 8 * KEY)
        except JsException as fault:
            raise Unsealed("this is no other device's key") from fault
        return Key(as_text(bytes(bits.to_bytes())))


def _curve() -> Js:
    return js_object(name="ECDH", namedCurve=CURVE)
