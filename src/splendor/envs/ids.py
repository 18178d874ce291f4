"""The Gymnasium ids: one for each rule set and observation layout of the registry of games.

The version of an id is the number of its observation layout. A layout never changes, so neither
does what an agent that was trained with an id is given.
"""

from splendor.core.extras import is_installed
from splendor.ruleset import RULESETS

NAMESPACE = "splendor"


def id_of(rules: str, layout: int | None = None) -> str:
    """The Gymnasium id of a rule set; the newest version unless another layout is given."""
    ruleset = RULESETS[rules]
    return f"{NAMESPACE}/{rules.capitalize()}-v{ruleset.layout_number(layout)}"


# The newest id of each rule set, such as `splendor/Duel-v2`.
ID_OF = {rules: id_of(rules) for rules in RULESETS}


def every_id() -> dict[str, tuple[str, int]]:
    """All ids, with the rule set and the layout of each."""
    return {
        id_of(rules, number): (rules, number)
        for rules, ruleset in RULESETS.items()
        for number in range(1, len(ruleset.layouts) + 1)
    }


def register_all() -> None:
    """Register every id with Gymnasium; nothing happens without it."""
    if not is_installed("envs"):
        return
    import gymnasium

    for name, (rules, layout) in every_id().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="splendor.envs.single:SplendorEnv",
                vector_entry_point="splendor.envs.vector:SplendorVectorEnv",
                kwargs={"rules": rules, "layout": layout},
            )
