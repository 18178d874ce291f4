"""The tables of docs/hostile.md, from the figures in docs/hostile.json."""

import json
from pathlib import Path
from typing import Any

FIGURES = Path(__file__).resolve().parents[2] / "docs" / "hostile.json"
STATUSES = {
    "200": "OK",
    "201": "created",
    "400": "bad request",
    "401": "no guest cookie",
    "403": "forbidden",
    "404": "not found",
    "409": "refused",
    "413": "too large",
    "415": "not JSON",
    "429": "rate limit",
    "500": "**internal error**",
    "503": "unavailable",
}
# Names of results that are written differently in the tables.
LABELS = {
    "websocket protocol violations": "WebSocket protocol violations",
    "commands before hello": "commands before `hello`",
    "a second hello": "a second `hello`",
    "http protocol violations": "HTTP protocol violations",
}


def figures(part: str) -> dict[str, Any]:
    """The results of the last run of this part; empty if it was never run."""
    known = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return dict(known.get(part, {}))


def table(heads: tuple[str, str], rows: dict[str, Any]) -> str:
    lines = [f"| {heads[0]} | {heads[1]} |", "| --- | ---: |"]
    lines += [f"| {LABELS.get(name, name)} | {written(value)} |" for name, value in rows.items()]
    return "\n".join(lines) + "\n"


def written(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def secrecy_table() -> str:
    found = figures("secrecy")
    phases, wrong = found.pop("phases", []), found.pop("wrong", [])
    rows = {
        **found,
        "phases covered": ", ".join(phases),
        "secrets found in any answer": len(wrong),
    }
    return table(("", "count"), rows)


def attacks_table() -> str:
    found = figures("attacks")
    sent = found.get("sent", {})
    slowest = found.get("slowest move of an honest player meanwhile, ms", 0)
    rows = {**sent, "**total**": sum(sent.values())}
    ends = {"attacks that succeeded": len(found.get("wrong", []))}
    rows = {**rows, **ends, "slowest move of an honest player meanwhile, ms": slowest}
    return table(("attack", "messages or requests"), rows)


def readers_table() -> str:
    found = figures("readers")
    found.pop("wrong", None)
    return table(("", "count"), found)


def availability_table() -> str:
    found = figures("availability")
    heads = ("attack", "sent", "acks", "p99, ms", "slowest, ms", "memory, MB", "bot, s")
    lines = [f"| {' | '.join(heads)} |", f"| --- |{' ---: |' * (len(heads) - 1)}"]
    for name, each in found.get("attacks", {}).items():
        bot = f"{each['slowest bot'] / 1000:.1f}" if "slowest bot" in each else ""
        counts = [written(each[key]) for key in ("sent", "acks", "p99", "slowest")]
        cells = [name, *counts, f"{each['growth'] / 1000:.0f}", bot]
        lines.append(f"| {' | '.join(cells)} |")
    lines.append(f"| **attacks that succeeded** | {len(found.get('wrong', []))} | | | | | |")
    return "\n".join(lines) + "\n"


def api_table() -> str:
    found = figures("api")
    people = ("a guest", "nobody")
    seen = sorted({status for who in people for status in found.get(who, {})} | {"500"})
    lines = ["| answer | to a guest | without a cookie |", "| --- | ---: | ---: |"]
    for status in seen:
        counts = [written(found.get(who, {}).get(status, 0)) for who in people]
        lines.append(f"| {status}, {STATUSES.get(status, 'other')} | {counts[0]} | {counts[1]} |")
    totals = [written(sum(found.get(who, {}).values())) for who in people]
    lines.append(f"| **total** | {totals[0]} | {totals[1]} |")
    wrong = written(len(found.get("wrong", [])))
    lines.append(f"| answers that contradict the document | {wrong} | |")
    return "\n".join(lines) + "\n"
