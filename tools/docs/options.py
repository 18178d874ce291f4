"""The tables of options in docs/rules-*.md, from the declarations of each game."""

from typing import Any

from splendor.core.options import Option, OptionSet, Value


def table(options: OptionSet[Any]) -> str:
    """A row for each option: its values, its value in each rule set, its meaning, its rule."""
    head = ["option", "values", *(f"`{rules}`" for rules in options.rules), "meaning", "rule"]
    lines = [head, ["---"] * len(head), *(row(option, options.rules) for option in options.all)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def row(option: Option, rules: tuple[str, ...]) -> list[str]:
    presets = (code(option.preset(name)) for name in rules)
    return [f"`{option.name}`", values(option), *presets, option.help, option.rule]


def values(option: Option) -> str:
    if option.kind == "choice":
        return ", ".join(map(code, option.values))
    if option.kind == "seat":
        return f"{code('random')}, or a seat"
    none = f"{code(None)}, or " if option.nullable else ""
    return f"{none}{code(option.low)} to {code(option.high)}"


def code(value: Value) -> str:
    return f"`{str(value).lower()}`"
