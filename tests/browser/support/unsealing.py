"""Tries to decrypt sealed texts of a table over the net with a given key."""

from __future__ import annotations

from collections.abc import Sequence

from tests.browser.support.devices import Device

BYTES = """(text) => Uint8Array.from(
    atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0))"""

#: AES-GCM without its authentication tag is AES-CTR. So the associated data do not matter: the
#: right key yields a part of a message, or a record.
READABLE = f"""async ({{ key, sealed }}) => {{
    const bytes = {BYTES};
    const own = await crypto.subtle.importKey("raw", bytes(key), "AES-CTR", false, ["decrypt"]);
    const found = [];
    for (const text of sealed) {{
        const raw = bytes(text);
        const counter = new Uint8Array(16);
        counter.set(raw.subarray(0, 12));
        counter[15] = 2;
        const way = {{ name: "AES-CTR", counter, length: 32 }};
        const plaintext = await crypto.subtle.decrypt(way, own, raw.subarray(12, -16));
        const begins = new TextDecoder().decode(plaintext.slice(0, 12));
        if (/^(\\d+ [+.!]|\\{{")/.test(begins)) found.push(text);
    }}
    return found;
}}"""

#: Derives the key that a guest and the host share.
SHARED = f"""async ({{ own, host, about }}) => {{
    const bytes = {BYTES}, text = (words) => new TextEncoder().encode(words);
    const curve = {{ name: "ECDH", namedCurve: "P-256" }};
    const theirs = await crypto.subtle.importKey("raw", bytes(host), curve, false, []);
    const ours = await crypto.subtle.importKey("pkcs8", bytes(own), curve, false, ["deriveBits"]);
    const both = await crypto.subtle.deriveBits({{ name: "ECDH", public: theirs }}, ours, 256);
    const secret = await crypto.subtle.importKey("raw", both, "HKDF", false, ["deriveBits"]);
    const way = {{ name: "HKDF", hash: "SHA-256", salt: text("tableside"), info: text(about) }};
    const key = new Uint8Array(await crypto.subtle.deriveBits(way, secret, 256));
    return btoa(String.fromCharCode(...key));
}}"""


def find_readable(device: Device, key: str, sealed: Sequence[str]) -> list[str]:
    """Return the sealed texts that this key decrypts, with their authentication tags ignored."""
    found = device.page.evaluate(READABLE, {"key": key, "sealed": list(sealed)})
    return [str(each) for each in found]


def shared_key(guest: Device, table: str) -> str:
    """Return the key that this guest shares with the host, from the guest's stored data."""
    (own,) = guest.stored(r'"pair":\["[^"]+","([^"]+)"')
    (seat,) = guest.stored(r'"seat":"([\w-]{12})"')
    (host,) = guest.stored(r'"host":"([^"]{87})"')
    given = {"own": own, "host": host, "about": f"{table} {seat}"}
    return str(guest.page.evaluate(SHARED, given))
