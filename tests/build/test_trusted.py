"""The gate through which text becomes elements: only markup of the templates passes."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from building.page.render import POLICY
from building.page.views import read_views
from building.paths import APP, SCRIPTS, WIDGETS

ASK = Path(__file__).with_name("ask_gate.mjs")

#: The functions of the gate.
GATE = re.compile(r"\b(?:html|markup|serviceWorkerURL|policy\.createScriptURL)\(")

#: Ways to write text into the page as HTML, or to run it.
SINKS = re.compile(
    r"(?:inner|outer)HTML(?!\)*;?$)|insertAdjacentHTML|createContextualFragment|document\.write"
    r"|setHTMLUnsafe|parseFromString|eval\(|new Function|new Worker\(|\.register\("
)


def find_faults(texts: list[str]) -> list[str]:
    """Return the fault that the gate finds in each text, "" if it passes."""
    run = subprocess.run(
        ["node", str(ASK)], input=json.dumps(texts), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    faults: list[str] = json.loads(run.stdout)
    return faults


def test_every_view_of_the_built_page_passes(dist: Path) -> None:
    files = {each.name: each.read_text("utf-8") for each in (dist / "views").glob("*.html")}
    views = [view for _, view in read_views(files)]
    assert len(views) > 50
    assert set(find_faults(views)) == {""}


def test_every_element_and_attribute_of_the_templates_passes() -> None:
    """This covers markup that the page may render only once a year."""
    texts = [path.read_text("utf-8") for path in sorted(WIDGETS.rglob("*.html"))]
    plain = [
        re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL) for text in texts
    ]
    elements = {name for text in plain for name in re.findall(r"<([a-z][a-z0-9]*)\b", text)}
    attributes = {name for text in plain for name in re.findall(r'\s([a-z-]+)="', text)}
    assert {"button", "svg", "time"} <= elements
    assert {"data-do", "href", "class"} <= attributes
    tags = [f"<{name}></{name}>" for name in sorted(elements)]
    tags += [f'<b {name}=""></b>' for name in sorted(attributes)]
    assert dict(zip(tags, find_faults(tags), strict=True)) == dict.fromkeys(tags, "")


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<SCRIPT src='x'></SCRIPT>",
        "<img src=x onerror=alert(1)>",
        '<img src="./x" onerror="alert(1)">',
        '<b style="position: fixed">x</b>',
        '<a href="javascript:alert(1)">x</a>',
        '<a href=" javascript:alert(1)">x</a>',
        '<a href="&#106;avascript:alert(1)">x</a>',
        '<svg><use xlink:href="data:image/svg+xml,x"></use></svg>',
        '<svg><animate attributeName="href" to="javascript:alert(1)"></animate></svg>',
        '<form action="https://elsewhere.example/">',
        '<button formaction="https://elsewhere.example/">',
        '<iframe srcdoc="x"></iframe>',
        "<object></object>",
        '<base href="https://elsewhere.example/">',
        '<meta http-equiv="refresh" content="0">',
        "<template><b>x</b></template>",
        "<math><mtext></mtext></math>",
        "<!-- <b> -->",
        "<b",
        "1 < 2",
        "<b title='x'>",
        '<b title="<i>">',
        '<b title="x"onclick="y">',
        "<a-b></a-b>",
    ],
)
def test_markup_that_no_template_writes_is_refused(html: str) -> None:
    (fault,) = find_faults([html])
    assert fault.startswith("No template of this page writes")


def test_the_policy_lets_nothing_past_the_gate() -> None:
    assert "require-trusted-types-for 'script'" in POLICY
    assert "trusted-types tableside" in POLICY
    assert "allow-duplicates" not in POLICY
    assert (SCRIPTS / "trusted.js").read_text("utf-8").count("createPolicy(") == 1


def test_text_becomes_elements_by_the_gate_only() -> None:
    """Each line that writes HTML calls the gate itself."""
    sources = [*SCRIPTS.glob("*.js"), *(APP / "browser").rglob("*.py"), APP / "main.py"]
    lines = [line for path in sources for line in path.read_text("utf-8").splitlines()]
    code = [line for line in lines if not re.match(r"\s*(?://|/\*\*|#)", line)]
    writing = [line for line in code if SINKS.search(line)]
    assert writing
    for line in writing:
        assert GATE.search(line), line
