"""Two characters of TrueWorld to start from."""

from __future__ import annotations

from app.core.procedures.inputs import Values


def _set(name: str, die: str, *skills: str) -> dict[str, object]:
    return {"name": name, "die": die, "signature_skills": list(skills)}


def _special(name: str, skill_set: str, die: str) -> dict[str, object]:
    return {"name": name, "skill_set": skill_set, "die": die}


def _boost(name: str, element: str, kind: str, constraint: str, benefit: str) -> dict[str, object]:
    gives = {
        "odds": "One more ability die.",
        "effect": "One level more on a success.",
    }[benefit]
    return {
        "name": name,
        "element": element,
        "constraint_kind": kind,
        "constraint": constraint,
        "benefit_kind": benefit,
        "benefit": gives,
    }


YSOLDE: Values = {
    "name": "Ysolde Marr",
    "concept": "Harbour courier",
    "tier": "d6",
    "grit": 1,
    "skill_sets": [
        _set("Courier", "d6", "running", "climbing", "streetwise", "haggling"),
        _set("Sailor", "d4", "knots", "swimming", "weather"),
    ],
    "specializations": [_special("Rooftop Running", "Courier", "d8")],
    "boosts": [
        _boost("Sure-Footed", "background", "condition", "High above the ground", "odds"),
        _boost("Good Boots", "gear", "condition", "On wet stone or wood", "odds"),
        _boost("Shortcut", "skill", "cost", "A run-up of one turn", "effect"),
    ],
    "gear": [
        {"name": "Satchel"},
        {"name": "Boots", "boost": "Good Boots"},
        {"name": "Hooked knife"},
        {"name": "Lantern"},
    ],
}

TAMSIN: Values = {
    "name": "Tamsin Okoro",
    "concept": "Field surgeon",
    "tier": "d8",
    "grit": 2,
    "skill_sets": [
        _set("Physician", "d6", "diagnosis", "wounds", "poisons", "bedside manner"),
        _set("Soldier", "d6", "rifle", "drill", "first watch"),
        _set("Scholar", "d4", "languages", "letters", "history"),
    ],
    "specializations": [
        _special("Surgery", "Physician", "d10"),
        _special("Marksmanship", "Soldier", "d8"),
    ],
    "boosts": [
        _boost("Steady Hands", "background", "condition", "Not hurried", "effect"),
        _boost("Surgeon’s Kit", "gear", "condition", "The kit is at hand", "odds"),
        _boost("Battlefield Calm", "skill", "cost", "A run-up of one turn", "odds"),
    ],
    "gear": [
        {"name": "Kit", "boost": "Surgeon’s Kit"},
        {"name": "Carbine"},
        {"name": "Greatcoat"},
    ],
}
