"""The style sheets: joined into one, with colours that an older browser understands too."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from building.page.styles import FRAME, PAPER, SCREEN, SHEETS, for_older_browsers
from building.paths import MODULES, ROOT, SCRIPTS, STYLES
from tests.serving import named

TOKENS = """
:root { --paper: light-dark(#ffffff, #000000); --touch: 48px; }
[data-face="one"] { --accent: light-dark(#111111, #eeeeee); }
"""

#: Elements around all views; `:has()` with its argument.
WHOLE_PAGE = r":root|\bhtml|\bbody|\.room\b"
HAS = r":has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"


def test_every_sheet_is_joined() -> None:
    files = {path.relative_to(STYLES).as_posix() for path in STYLES.rglob("*.css")}
    assert files == {PAPER, *(f"{name}.css" for name in SHEETS)}


def test_every_used_token_exists() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in STYLES.rglob("*.css"))
    defined = set(re.findall(r"(--[\w-]+):", text))
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js"))
    defined |= set(re.findall(r'"(--[\w-]+)"', scripts))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= defined


def test_the_document_names_existing_tokens_classes_and_sheets() -> None:
    """Check the tokens, classes and basic sheets of docs/styles.md."""
    document = (ROOT / "docs" / "styles.md").read_text(encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in STYLES.rglob("*.css"))
    tokens = set(re.findall(r"`(--[\w-]+)`", document))
    assert len(tokens) > 25
    assert tokens <= set(re.findall(r"(--[\w-]+):", text))
    classes = set(re.findall(r"`\.([\w-]+)`", document))
    assert len(classes) > 30
    assert classes <= set(re.findall(r"\.([a-z][\w-]+)", text))
    assert {path.name for path in (STYLES / "base").iterdir()} <= set(
        re.findall(r"`(?:base/)?(\w+\.css)`", document)
    )


def test_sheets_stay_short() -> None:
    """Limit all sheets together: shared patterns belong to components.css (docs/styles.md)."""
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in STYLES.rglob("*.css")
    )
    assert lines <= 7_000


def test_no_change_styles_the_whole_page() -> None:
    """Chromium would restyle the whole page at each change (docs/performance.md, `:has()`)."""
    for path in STYLES.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        slow_rules = re.findall(
            rf"(?:{WHOLE_PAGE})[^\s,{{>]*:has\(|{HAS}[^,{{}}]*[\s>]\*\s*[,{{]", text
        )
        assert slow_rules == [], path.name


#: The last part of a selector that begins with a list of alternatives: `:is(…, …)`.
LISTED_SUBJECT = re.compile(
    r"(?:^|[\s>+~])(:(?:is|where)\([^()]*(?:\([^()]*\)[^()]*)*\)[^\s>+~]*)$"
)


def subjects(sheet: str) -> Iterator[str]:
    """Yield the last part of each selector that begins with `:is(…)` or `:where(…)`."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for selectors in re.findall(r"([^{};]+)\{", text):
        for selector in re.split(r",(?![^()]*(?:\([^()]*\)[^()]*)*\))", selectors):
            if found := LISTED_SUBJECT.search(selector.strip()):
                yield found[1]


def test_few_rules_are_tried_at_every_element() -> None:
    """Chromium looks rules up by class or tag, but not by those in a list of `:is()`.

    It tries such a rule at every element (docs/performance.md). The rest has alternatives of
    unequal specificity, or is rare.
    """
    assert list(subjects(".a :is(.b, .c):focus, .d:not(:is(.e, .f)) {}")) == [":is(.b, .c):focus"]
    listed = [
        subject
        for path in (STYLES / f"{name}.css" for name in SHEETS)
        for subject in subjects(path.read_text(encoding="utf-8"))
        if "," in subject
    ]
    assert len(listed) <= 14, listed


def test_the_build_asks_for_two_sheets_and_two_typefaces(dist: Path) -> None:
    sheets = {named(dist, f"static/css/{name}") for name in (PAPER, FRAME, SCREEN)}
    assert set((dist / "static").rglob("*.css")) == sheets
    styles = named(dist, f"static/css/{FRAME}").read_text(encoding="utf-8")
    for path in sorted((dist / "static" / "fonts").iterdir()):
        assert f'url("../fonts/{path.name}")' in styles
        assert f'"static/fonts/{path.name}"' in (dist / "sw.js").read_text(encoding="utf-8")


def test_a_browser_without_light_dark_has_both_themes() -> None:
    css = for_older_browsers(TOKENS)
    known, _, rest = css.partition("@supports not")
    assert "--paper: light-dark(#ffffff, #000000);" in known
    assert ":root { --paper: #ffffff; }" in rest
    assert ':root[data-theme="dark"] { --paper: #000000; }' in rest
    assert ':root[data-theme="dark"] [data-face="one"] { --accent: #eeeeee; }' in rest
    assert ".felt { --paper: #000000; }" in rest
    assert rest.rstrip().endswith('[data-face="one"] { }')
    assert "light-dark(#" not in rest


def test_the_built_sheets_have_no_errors(dist: Path) -> None:
    """A browser drops the rule after a stray brace without a word; esbuild reports it."""
    for sheet in (FRAME, SCREEN, PAPER):
        text = named(dist, f"static/css/{sheet}").read_text(encoding="utf-8")
        checked = subprocess.run(
            [MODULES / ".bin" / "esbuild", "--loader=css"],
            input=text,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert checked.stderr == "", sheet
