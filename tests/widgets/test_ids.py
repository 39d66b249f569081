"""Views of several games stand in one document: no id is there twice, and labels lead to theirs."""

from __future__ import annotations

from collections import Counter

from app.core.games import Game
from app.systems import games
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.gauges import gauges
from app.widgets.fight.screen.screen import screen
from app.widgets.page import context
from app.widgets.sheet.sheets import sheet_view
from tests.rendered import BUILD
from tests.widgets.fight.test_board import fight
from tests.widgets.markup import NAMES_OTHERS, Markup
from tests.widgets.templates import rendered

FIGHTING = [game for game in games().values() if game.encounter]


def trackers(game: Game) -> list[Markup]:
    """The tracker of a fight, once for each step whose form may be open in it."""
    state = fight(game)
    view = board.board_view(game, state)
    whole = [("", each) for each in view.steps] + [("c0", each) for each in view.about_one]
    return [
        rendered(
            "board.html",
            game=game,
            view=view,
            eyes=None,
            due=(),
            present=set(),
            notes=(),
            clock="",
            timers=(),
            left=None,
            next=board.next_step(view),
            campaign="",
            pools=gauges.pools(game, {}, view.pools),
            act=None,
            said=(),
            seen=screen(game, state, False),
            tab="",
            panel="" if who else "more",
            pad=("c0", view.people[0].meters[0].id),
            real_dice=False,
            tells_all=False,
            in_words=False,
            open_form=steps.step_form(game, state, each.id, who, ""),
            open_who=who,
            menu=menus.menu(game, state, "c0", "") if who else None,
            units=[("hours", "hours")],
            hint="",
            known="",
        )
        for who, each in whole
        if not each.direct
    ]


def sheet(game: Game) -> Markup:
    """The first sample's sheet while it is edited."""
    seen = sheet_view(game, fight(game).character("c0"))
    return rendered("sheet.html", sheet=seen, game=game, editing=True)


def test_views_of_all_games_open_at_once_share_no_id() -> None:
    page = rendered("index.html", **context(), rulebooks=dict.fromkeys(games(), ""), build=BUILD)
    taken = Counter(page.all("id"))
    for id, times in taken.items():
        assert times == 1, id
    for game in FIGHTING:
        made = sheet(game), *trackers(game)
        assert len(made) > 2
        for shown in made:
            ids = Counter(shown.all("id"))
            assert [id for id, times in ids.items() if times > 1 or id in taken] == []
            for attribute in NAMES_OTHERS:
                named = {id for value in shown.all(attribute) for id in value.split()}
                assert named - set(ids) == set(), attribute
        taken.update({id for shown in made for id in shown.all("id")})


def test_the_rules_of_a_step_lead_into_the_rulebook_of_its_game() -> None:
    for game in FIGHTING:
        for shown in trackers(game):
            assert shown.all("data-rule")
            for attrs in shown.with_attribute("data-rule"):
                assert attrs["href"] == f"#/{game.id}/rules/{attrs['data-rule']}"
