"""The headless mode: one JSON line in, one JSON line out, and no input ends the process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Text, Whole, YesNo
from app.core.procedures.procedure import Procedure
from app.headless import LONGEST, answer, catalogue, to_line
from app.systems import games
from tests.strategies import inputs
from tests.tries import tries

ROOT = Path(__file__).parent.parent.parent
EVERY = [pytest.param(each, id=each.id) for game in games().values() for each in game]
FIRST = next(iter(games()["garden"]))

#: JSON texts of values, valid or not, for any place of a request.
ODD_VALUES = [
    *("null", "true", "false", "0", "-0", "-0.0", "1", "-1", "2.5", "1e2", "1E400", "-1e999999999"),
    *("1e-999999999", "0e999999999", "1" + "0" * 400, "9" * 5_000, "-" + "9" * 5_000),
    *("0." + "3" * 60, "NaN", "Infinity", "-Infinity", "01", "1.", ".5", "+1", "0x10", "1_000"),
    *('""', '"1"', '"skill"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\x"', '"\u2028"'),
    *('"' + "x" * 9_000 + '"', "'1'", "[]", "[1]", "[[1]]", "[null]", "[true]", '["1", 2, {}]'),
    *("{}", '{"a": 1}', '{"a": {"b": []}}', "[1,]", "{,}", "undefined", "[" * 500 + "]" * 500),
    *("[" * 40_000 + "]" * 40_000, "[" * 90_000, '{"a":' * 20_000 + "1" + "}" * 20_000),
]
#: Lines that are no valid requests.
ODD_LINES: list[bytes] = [
    *(
        b"",
        b" ",
        b"\t",
        b"\r",
        b"\x00",
        b"\xff\xfe",
        b"\xc3\x28",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf{}",
    ),
    *(b"{", b"}", b"{}", b"[]", b"null", b"true", b"7", b'"procedure"', b"{'procedure': 1}"),
    *(b'{"procedure": "garden.skill_test"', b'{"procedure": "garden.skill_test"}}', b"{} {}"),
    *(b'{"procedure"}', b'{"procedure": }', b"procedure=garden.skill_test", b"GET / HTTP/1.1"),
    *(b'{"procedure": "garden."}', b'{"procedure": ".skill_test"}', b'{"procedure": "garden"}'),
    *(b'{"procedure": "."}', b'{"procedure": ""}', b'{"procedure": "GARDEN.SKILL_TEST"}'),
    *(b'{"procedure": "garden.skill_test", "": 1}', b'{"inputs": {}}', b'{"odds": true}'),
    b'{"procedure": "garden.skill_test", "procedure": "garden.jump_to_the_moon"}',
    b'{"procedure": "garden.skill_test", "inputs": {"skill_level": 1, "skill_level": 99}}',
    b'{"procedure": "garden.skill_test", "dice": [1, 1], "dice": "two"}',
    "{“procedure”: “garden.skill_test”}".encode(),
    b'{"procedure": "garden.skill_test"}' + b" " * LONGEST,
]


def request_lines() -> list[bytes]:
    """Return requests with odd values in every place, the odd lines and a valid line."""
    templates = [
        '{"procedure": %s}',
        '{"procedure": "garden.skill_test", "inputs": %s}',
        '{"procedure": "garden.skill_test", "inputs": {"skill_level": %s}}',
        '{"procedure": "garden.skill_test", "inputs": {"offer_cost": %s}}',
        '{"procedure": "garden.skill_test", "inputs": {"criticals": %s}}',
        '{"procedure": "garden.skill_test", "dice": %s}',
        '{"procedure": "garden.skill_test", "dice": [%s, 1]}',
        '{"procedure": "garden.skill_test", "choices": %s}',
        '{"procedure": "garden.skill_test", "dice": [4, 4], "choices": {"succeed_at_cost": %s}}',
        '{"procedure": "garden.skill_test", "odds": %s}',
        '{"procedure": "garden.skill_test", "seed": %s}',
        '{"procedure": "trueworld.assisted_action", "inputs": {"helper_dice": %s}}',
        '{"procedure": "trueworld.assisted_action", "inputs": {"helper_dice": [%s]}}',
        '{"procedure": "trueworld.effect_level", "inputs": {"result": %s}}',
        "%s",
    ]
    good = b'{"procedure": "trueworld.effect_level", "inputs": {"result": 3}}'
    lines = [template.replace("%s", odd).encode() for template in templates for odd in ODD_VALUES]
    return [*lines, *ODD_LINES, good]


LINES = request_lines()

#: Fields that a fault may name without being an input or a choice.
FIELDS = {"procedure", "request", "dice", "inputs", "choices", "odds", "scan", "seed"}


def check_reply(reply: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a reply read back from its line, after checking its shape."""
    line = to_line(reply)
    assert "\n" not in line
    again: dict[str, Any] = json.loads(line, parse_constant=pytest.fail)
    if "error" in again:
        assert again.keys() == {"error"}
        assert again["error"].keys() == {"field", "message"}
        assert isinstance(again["error"]["field"], str)
        assert 5 < len(again["error"]["message"]) <= 300
        assert "fault of ours" not in again["error"]["message"]
    elif "scan" in again:
        assert again.keys() == {"scan"}
    elif "odds" in again:
        assert sum(Fraction(p) for p in again["odds"].values()) == 1
    else:
        keys = {"grade", "success", "values", "effects", "notes", "rules", "rolls"}
        assert again.keys() == keys
    return again


def test_there_are_odd_lines_enough() -> None:
    assert len(LINES) > 300


@pytest.mark.parametrize("index", range(len(LINES)))
def test_an_odd_line_gets_one_answer(index: int) -> None:
    check_reply(answer(games(), LINES[index]))


@pytest.mark.parametrize("line", ODD_LINES, ids=range(len(ODD_LINES)))
def test_lines_that_are_no_request_say_so(line: bytes) -> None:
    reply = check_reply(answer(games(), line))
    assert "error" in reply
    assert reply["error"]["field"] in {"request", "procedure", "skill_level", "dice", ""}


def test_a_value_too_large_to_read_names_its_input() -> None:
    for digits in ("9" * 5_000, "1e999999999", "[" * 400 + "]" * 400):
        line = f'{{"procedure": "garden.skill_test", "inputs": {{"skill_level": {digits}}}}}'
        assert check_reply(answer(games(), line))["error"]["field"] == "skill_level"


@pytest.mark.parametrize("key", ["inputs", "choices", "dice", "odds", "scan", "seed", "procedure"])
@pytest.mark.parametrize("wrong", [None, 1, "x", [], {}, True, 2.5])
def test_wrong_types_name_their_key(key: str, wrong: Any) -> None:
    reply = check_reply(answer(games(), json.dumps({"procedure": FIRST.id, key: wrong})))
    right = {
        "inputs": (dict,),
        "choices": (dict,),
        "dice": (list,),
        "odds": (bool,),
        "seed": (int, str),
    }
    fits = isinstance(wrong, right.get(key, ())) and (key == "odds" or wrong is not True)
    assert fits or reply["error"]["field"] == key


@pytest.mark.parametrize("key", ["Inputs", "input", "face", "", "\ud800", "x" * 5_000])
def test_unknown_keys_are_named(key: str) -> None:
    reply = check_reply(answer(games(), json.dumps({"procedure": FIRST.id, key: 1})))
    assert reply["error"]["field"] == key


ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("procedure", EVERY)
@settings(deadline=None, max_examples=tries(8), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_wrong_inputs_name_an_input(procedure: Procedure, data: st.DataObject) -> None:
    valid_inputs = data.draw(inputs(procedure))
    if not procedure.inputs:
        return
    wrong = data.draw(st.sampled_from(sorted(procedure.inputs)))
    request: dict[str, Any] = {
        "procedure": procedure.id,
        "inputs": {**valid_inputs, wrong: data.draw(ANY_JSON)},
    }
    if data.draw(st.booleans()):
        request["dice"] = data.draw(st.lists(ANY_JSON, max_size=4))
    reply = check_reply(answer(games(), json.dumps(request, default=float)))
    if "error" in reply:
        assert reply["error"]["field"] in FIELDS | set(procedure.inputs) | set(procedure.choices)


#: Values that each kind refuses, also where Python takes one for the other.
OF_OTHER_TYPES: dict[type[Kind], list[object]] = {
    Whole: [True, False, "1", "", [1], 1.5],
    Number: [True, False, "1", "", [1]],
    YesNo: [0, 1, "true", "yes", [True]],
    OneOf: [True, False, ["1"], {}],
    Text: [0, 1, True, 1.5, ["1"]],
    ListOf: [1, True, "1", {}],
}


@pytest.mark.parametrize("procedure", EVERY)
def test_a_value_of_another_type_names_its_input(procedure: Procedure) -> None:
    """A boolean is never a number, a number never text."""
    for name, declared in procedure.inputs.items():
        (wrong,) = (
            OF_OTHER_TYPES[each] for each in type(declared.kind).mro() if each in OF_OTHER_TYPES
        )
        for value in wrong:
            with pytest.raises(BadInput) as caught:
                declared.check(value)
            assert caught.value.field == name


@pytest.mark.parametrize("procedure", EVERY)
@settings(deadline=None, max_examples=tries(4), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers() | st.text(max_size=20))
def test_a_seed_repeats_the_dice(procedure: Procedure, data: st.DataObject, seed: Any) -> None:
    valid_inputs = data.draw(inputs(procedure))
    line = json.dumps(
        {"procedure": procedure.id, "inputs": valid_inputs, "seed": seed}, default=float
    )
    first = check_reply(answer(games(), line))
    assert check_reply(answer(games(), line)) == first
    if "error" not in first:
        # The same faces as typed dice give the same result.
        faces = [face for roll in first["rolls"] for face in roll["faces"]]
        again = {"procedure": procedure.id, "inputs": valid_inputs, "dice": faces}
        assert check_reply(answer(games(), json.dumps(again, default=float))) == first


def test_without_a_seed_the_dice_differ() -> None:
    line = json.dumps({"procedure": "garden.roll_pool", "inputs": {"dice": 16}})
    assert len({to_line(answer(games(), line)) for _ in range(4)}) > 1


# --- the process itself ---


def run(*arguments: str, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the app with these arguments and this input."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def test_the_process_answers_every_line_with_a_line() -> None:
    result = run(lines=b"\n".join(LINES))
    assert (result.returncode, result.stderr) == (0, b"")
    replies = result.stdout.decode("ascii").splitlines()
    assert len(replies) == len(LINES)
    for reply in replies:
        check_reply(json.loads(reply))
    # The last line is valid and still gets its answer.
    assert json.loads(replies[-1])["grade"] == "complete-success"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[" * 9_000 + "]" * 9_000, "nested deeper"),
        ('{"procedure":' + '{"a":' * 9_000 + "1" + "}" * 9_001, "nested deeper"),
        ("[" * 900_000, "nested deeper"),
        ("9" * 2_000_000, "too long"),
        ('{"seed": NaN}', "NaN"),
    ],
    ids=lambda value: value[:20],
)
def test_a_line_too_deep_or_long_to_decode_gets_a_clear_error(line: str, words: str) -> None:
    fault = check_reply(answer(games(), line))["error"]
    assert fault["field"] == "request"
    assert words in fault["message"]


def test_nothing_asked_is_nothing_answered() -> None:
    result = run()
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_the_list_holds_everything_as_json() -> None:
    result = run("list")
    assert (result.returncode, result.stderr) == (0, b"")
    listed_games = json.loads(result.stdout, parse_constant=pytest.fail)
    assert listed_games == json.loads(to_line(catalogue(games())))
    assert listed_games["dice"]["id"] == "dice.roll"
    listed = {game["id"]: game for game in listed_games["games"]}
    assert list(listed) == list(games())
    for id, game in games().items():
        assert [procedure["id"] for procedure in listed[id]["procedures"]] == [
            each.id for each in game
        ]
        assert [table["id"] for table in listed[id]["tables"]] == [
            table.id for table in game.tables
        ]
        assert listed[id]["rules"] == list(game.rules)
        for procedure in listed[id]["procedures"]:
            declared = game.procedures[procedure["id"]]
            assert [one["name"] for one in procedure["inputs"]] == list(declared.inputs)
            for one in procedure["inputs"]:
                assert one["type"]
                assert one.get("required") or "default" in one


def test_other_arguments_are_refused() -> None:
    result = run("roll")
    assert result.returncode == 2
    assert b"usage" in result.stderr
    assert result.stdout == b""


@pytest.mark.parametrize("procedure", EVERY)
def test_listed_defaults_are_taken(procedure: Procedure) -> None:
    """A request with the listed defaults gives the same reply as one without inputs."""
    if any(each.required for each in procedure.inputs.values()):
        return
    defaults = {each["name"]: each["default"] for each in procedure.schema()["inputs"]}
    line = json.dumps({"procedure": procedure.id, "inputs": defaults, "seed": 1})
    reply = check_reply(answer(games(), line))
    bare = json.dumps({"procedure": procedure.id, "seed": 1})
    assert reply == check_reply(answer(games(), bare))


FIGHT = "tests/data/garden/forecast/four-against-four.json"


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        [],
        ["scan", "garden.skill_test", "skill_level=1..3", "attribute=2"],
        ["forecast", FIGHT, "--fights", "2", "--workers", "1"],
        ["luck", "tests/data/files/garden/version-1-garden-campaign.json"],
        ["fair", "20", "3,5,20"],
    ],
    ids=lambda arguments: " ".join(arguments[:1]) or "lines",
)
def test_a_reader_that_has_seen_enough_ends_it_quietly(arguments: list[str]) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert running.stdout is not None
    running.stdout.close()
    running.stdout = None
    _, errors = running.communicate(b"{}\n" * 3, timeout=120)
    faults = re.sub(rb"\d of 2 fights\n", b"", errors)  # progress, where a machine is slow
    assert (running.returncode, faults) == (0, b"")
