"""Views of several games share one document: ids are unique, and labels find their fields."""

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
    """Render a fight's tracker once for each step whose form may be open."""
    state = fight(game)
    view = board.board_view(game, state)
    targets_and_steps = [("", step) for step in view.steps] + [
        ("c0", each) for each in view.about_one
    ]
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
            of="",
            pools=gauges.pools(game, {}, view.pools),
            act=None,
            said=(),
            seen=screen(game, state, False),
            tab="",
            panel="" if combatant_id else "more",
            pad=("c0", view.people[0].meters[0].id),
            real_dice=False,
            tells_all=False,
            in_words=False,
            open_form=steps.step_form(game, state, each.id, combatant_id, ""),
            open_who=combatant_id,
            menu=menus.menu(game, state, "c0", "") if combatant_id else None,
            units=[("hours", "hours")],
            hint="",
            known="",
        )
        for combatant_id, each in targets_and_steps
        if not each.direct
    ]


def sheet(game: Game) -> Markup:
    """Render the first sample's sheet in edit mode."""
    view = sheet_view(game, fight(game).character("c0"))
    return rendered("sheet.html", sheet=view, game=game, editing=True)


def test_views_of_all_games_open_at_once_share_no_id() -> None:
    page = rendered("index.html", **context(), rulebooks=dict.fromkeys(games(), ""), build=BUILD)
    counts = Counter(page.all("id"))
    for id, times in counts.items():
        assert times == 1, id
    for game in FIGHTING:
        views = sheet(game), *trackers(game)
        assert len(views) > 2
        for view in views:
            ids = Counter(view.all("id"))
            assert [id for id, times in ids.items() if times > 1 or id in counts] == []
            for attribute in NAMES_OTHERS:
                named = {id for value in view.all(attribute) for id in value.split()}
                assert named - set(ids) == set(), attribute
        counts.update({id for view in views for id in view.all("id")})


def test_the_rules_of_a_step_lead_into_the_rulebook_of_its_game() -> None:
    for game in FIGHTING:
        for view in trackers(game):
            assert view.all("data-rule")
            for attrs in view.with_attribute("data-rule"):
                assert attrs["href"] == f"#/{game.id}/rules/{attrs['data-rule']}"
