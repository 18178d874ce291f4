"""The tables of docs/hostile.md, from the figures in docs/hostile.json."""

import json
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).resolve().parents[2] / "docs" / "hostile.json"
STATUSES = {
    "200": "done",
    "201": "made",
    "400": "not understood",
    "401": "say who you are first",
    "403": "not for you",
    "404": "nothing there",
    "409": "not now",
    "413": "too long",
    "415": "not JSON",
    "429": "too often",
    "500": "**a mistake of ours**",
    "503": "later",
}


def figures(part: str) -> dict[str, Any]:
    """What the last run of this part found; nothing where it was never run."""
    known = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return dict(known.get(part, {}))


def table(heads: tuple[str, str], rows: dict[str, Any]) -> str:
    lines = [f"| {heads[0]} | {heads[1]} |", "| --- | ---: |"]
    lines += [f"| {name} | {written(value)} |" for name, value in rows.items()]
    return "\n".join(lines) + "\n"


def written(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def secrecy_table() -> str:
    found = figures("secrecy")
    phases, wrong = found.pop("phases", []), found.pop("wrong", [])
    rows = {
        **found,
        "phases among them": ", ".join(phases),
        "secrets found in any answer": len(wrong),
    }
    return table(("", "figures"), rows)


def attacks_table() -> str:
    found = figures("attacks")
    sent = found.get("sent", {})
    slowest = found.get("slowest honest move meanwhile, ms", 0)
    rows = {**sent, "**in all**": sum(sent.values())}
    ends = {"attacks that the server did not withstand": len(found.get("wrong", []))}
    rows = {**rows, **ends, "slowest honest move meanwhile, ms": slowest}
    return table(("what was tried", "messages or requests"), rows)


def readers_table() -> str:
    found = figures("readers")
    found.pop("wrong", None)
    return table(("", "figures"), found)


def api_table() -> str:
    found = figures("api")
    people = ("a guest", "nobody")
    seen = sorted({status for who in people for status in found.get(who, {})} | {"500"})
    lines = ["| answer | to a guest | to nobody |", "| --- | ---: | ---: |"]
    for status in seen:
        counts = [written(found.get(who, {}).get(status, 0)) for who in people]
        lines.append(f"| {status}, {STATUSES.get(status, 'other')} | {counts[0]} | {counts[1]} |")
    totals = [written(sum(found.get(who, {}).values())) for who in people]
    lines.append(f"| **in all** | {totals[0]} | {totals[1]} |")
    wrong = written(len(found.get("wrong", [])))
    lines.append(f"| not as the document says | {wrong} | |")
    return "\n".join(lines) + "\n"
