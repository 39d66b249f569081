"""Finds faults of accessibility in the visible page by axe; known parts are skipped.

axe builds a tree and a map of the whole page for each run, and checks each element by each rule.
"""

from __future__ import annotations

from playwright.sync_api import Page

from building.paths import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

#: The rules with a result that depends on the colours.
OF_LIGHT = ("color-contrast", "link-in-text-block")

#: The rules that compare parts of the page.
BETWEEN = ("aria-valid-attr-value", "duplicate-id-aria", "heading-order", "landmark-unique")

# Makes all rules skip known elements, except those that compare parts. axe's own `exclude` would
# hold for these, too, and a second run costs as much as the first.
LEAVE_OUT = """([ofLight, between]) => {
    globalThis.known = { colours: new Set(), layout: new Set() };
    globalThis.lookedAt = new Set();
    for (const rule of axe._audit.rules) {
        if (between.includes(rule.id)) continue;
        const kind = ofLight.includes(rule.id) ? "colours" : "layout", matches = rule.matches;
        rule.matches = (at, ...more) => !known[kind].has(at) && matches.call(rule, at, ...more);
    }
}"""

# The violations in the visible page, with their elements. Parts already checked unchanged in the
# same place are known: their colours in this light, the rest at this width.
LOOK = """async ({ light, width, only }) => {
    known.colours.clear();
    known.layout.clear();
    const sift = (at, above, kinds) => {
        const tag = `${above} ${at.cloneNode(false).outerHTML}`, words = `${tag} ${at.innerHTML}`;
        const parts = at.querySelectorAll("*");
        const fresh = kinds.filter(([kind, how]) => {
            if (!lookedAt.has(`${how} ${words}`)) return lookedAt.add(`${how} ${words}`);
            for (const each of [at, ...parts]) known[kind].add(each);
        });
        if (fresh.length && parts.length >= 20)
            for (const each of at.children) sift(each, tag, fresh);
    };
    const kinds = Object.entries({ colours: `${light} ${width}`, layout: width });
    const wanted = only ? kinds.slice(0, 1) : kinds;
    sift(document.body, "", wanted);
    if (wanted.every(([kind]) => known[kind].has(document.body))) return [];
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    // An experimental rule of axe takes drawings for words.
    const rules = { "label-content-name-mismatch": { enabled: false } };
    const look = only ? { runOnly: only } : { runOnly: tags, rules };
    const { violations } = await axe.run(document, {
        ...look, resultTypes: ["violations"], preload: false,
    });
    // A sticky bar covers content that is scrolled under it, until that is scrolled to.
    const describe = ({ target, any, all, none }) =>
        `${target} ${[...any, ...all, ...none].map((each) => each.message).join(" ")}`;
    return violations
        .map(({ id, nodes }) => [id, nodes.map(describe)])
        .map(([id, at]) => [id, at.filter((words) => !/partially obscured/.test(words))])
        .filter(([, at]) => at.length)
        .map(([id, at]) => `${id}: ${at.slice(0, 3).join(" | ")}`);
}"""

# Removes the hidden views, which would take axe half a minute; returns the light and the width.
REMOVE = """() => {
    globalThis.removed = [...document.querySelectorAll("[data-view][hidden]")]
        .map((at) => [at, document.createComment("")]);
    for (const [at, mark] of removed) at.replaceWith(mark);
    return [matchMedia("(prefers-color-scheme: dark)").matches, innerWidth];
}"""
RETURN = "() => { for (const [at, mark] of removed) mark.replaceWith(at); }"


def load_axe(page: Page) -> None:
    """Load axe-core into the page, whose policy would block it as a script."""
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(LEAVE_OUT, [OF_LIGHT, BETWEEN])


def find_faults(page: Page, night: bool = False, both: bool = True) -> dict[str, list[str]]:
    """Return the faults of the page by light and width, without parts checked since the load.

    night: whether all rules are checked in the dark. both: whether the colours are checked in
    the other light, too.
    """
    found = {}
    is_dark, width = page.evaluate(REMOVE)
    try:
        lights = [night, not night] if both else [night]
        for dark in sorted(lights, key=lambda dark: dark != is_dark):
            page.emulate_media(color_scheme="dark" if dark else "light")
            light = "dark" if dark else "light"
            asked = {"light": light, "width": width, "only": OF_LIGHT if dark != night else None}
            found[f"{light} {width}"] = page.evaluate(LOOK, asked)
    finally:
        page.evaluate(RETURN)
    return found
