"""Two characters to begin with: a pistol duellist and a shipboard fencer."""

from __future__ import annotations

from app.core.procedures.inputs import Values

#: S4 and S5: the two lines that the source calls generic.
GENERIC = (
    {"label": "Generic check", "line": "gen(main-action) chk(C) = d20 +M(Insight)", "subject": ""},
    {"label": "Generic save", "line": "gen sv(Insight,C) = d20 +M(Insight)", "subject": ""},
)


def skill(name: str, category: str, base: int, ranks: int) -> Values:
    return {"name": name, "category": category, "base": base, "ranks": ranks}


DARA: Values = {
    "name": "Dara Voss",
    "hp_max": 14,
    "hp": 14,
    "fp_max": 3,
    "fp": 3,
    "target_challenge": 13,
    "skills": [
        skill("Insight", "trait", -2, 4),
        skill("Strength", "trait", -3, 2),
        skill("Agility", "trait", -1, 4),
        skill("Cbt-Melee", "combat", -3, 2),
        skill("Cbt-Ranged", "combat", -3, 4),
        skill("Investigate", "knowledge", -3, 3),
    ],
    "techniques": [
        {
            "name": "Wpn-Pistols",
            "ranks": 2,
            "base_skill": "Cbt-Ranged",
            "line": "attack(main-action) sub(this for Cbt-Ranged) chk(C)= +M(this) to hit, "
            "eff= +M(this)",
        },
        {
            "name": "Wpn-Grenades",
            "ranks": 1,
            "base_skill": "Cbt-Ranged",
            "line": "area-attack(main-act, R) -> chk(TC-A)= +M -> imp(sv, Agility, 10+M) "
            "-> eff= 2d6(hp,heat), 3(pen)",
        },
    ],
    "weapons": [
        {"name": "heavy pistol", "skill": "Wpn-Pistols", "dice": 2, "die": 6, "note": ""},
        {"name": "flash grenade", "skill": "Wpn-Grenades", "dice": 0, "die": 6, "note": ""},
    ],
}

KEL: Values = {
    "name": "Kel Arrun",
    "hp_max": 16,
    "hp": 16,
    "fp_max": 2,
    "fp": 2,
    "target_challenge": 14,
    "skills": [
        skill("Insight", "trait", -3, 2),
        skill("Strength", "trait", -3, 1),
        skill("Agility", "trait", -2, 4),
        skill("Cbt-Melee", "combat", -2, 4),
        skill("Cbt-Ranged", "combat", -3, 1),
        skill("Machinery", "engineering", -3, 5),
        skill("Psikinesis", "psionic", -3, 4),
    ],
    "techniques": [
        {
            "name": "Wpn-Blades-Short",
            "ranks": 3,
            "base_skill": "Cbt-Melee",
            "line": "attack(main-action) sub(this for Cbt-Melee) chk(C)= +M(this) to hit, "
            "eff= +M(this) +M(Strength)",
        },
        {
            "name": "Wpn-Clubs",
            "ranks": 1,
            "base_skill": "Cbt-Melee",
            "line": "melee-att(main | bonus-act) -> chk(TC)= +M -> eff= 1(Str,min), 30(audio) "
            "-> eff= 1d6 +M +M(Str)(hp,frc), 4(pen)",
        },
        {
            "name": "Psi-Shove",
            "ranks": 1,
            "base_skill": "Psikinesis",
            "line": "shove(main-act & bonus-act, R, 1fp) -> imp(sv, Strength, 10+M*) "
            "-> eff= 1d4+M*(hp,frc) -> pushed back 1d4+M*(metres)",
            "kind": "enabler",
        },
    ],
    "weapons": [
        {"name": "short blade", "skill": "Wpn-Blades-Short", "dice": 1, "die": 6, "note": ""},
        {"name": "deck wrench", "skill": "Wpn-Clubs", "dice": 0, "die": 6, "note": ""},
    ],
}
