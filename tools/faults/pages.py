"""The tables of docs/faults.md, from the results in docs/faults/."""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "faults"

COUNTS = {
    "kills": "`kill -9` of the whole server",
    "cold": "… of which started from scratch",
    "while_starting": "… of which while starting",
    "bot_kills": "`kill -9` of the bot process alone",
    "database_kills": "`kill -9` of server and database together",
    "tables": "tables",
    "games_over": "finished games",
    "connections": "connections made",
    "acks": "commands acknowledged",
    "moves": "… of which moves",
    "replayed": "decisions replayed from the logs, including bots'",
    "log_errors": "errors in the server logs",
}
FAULTS = {
    "lost": "acknowledged, but not in the log",
    "duplicated": "acknowledged once, but twice in the log",
    "reordered": "in the log under a different number",
    "altered": "in the log with different moves",
    "lost_table": "tables opened, but missing",
    "gap": "logs that are not numbered 1, 2, 3, …",
    "strange": "in the log, but sent by nobody",
    "refused_and_stored": "refused, but in the log",
    "sent_and_lost": "events sent to a client, but not in the log",
    "sent_differently": "events sent in two different versions",
    "stream": "events missed, repeated or out of order after reconnecting",
    "frozen": "tables frozen",
    "not_replayed": "games that do not replay to the same position",
    "standstill": "standstills of two minutes",
}
KILL_RUNS = {
    "kills": "on SQLite",
    "kills_on_postgresql": "on PostgreSQL",
    "mutant": "the mutant",
}
SCENARIOS = {
    "full_disk": "full disk",
    "lost_connections": "lost connections",
    "rivals": "many pages at once",
    "stopped_database": "stopped database",
    "second_server": "second server, SQLite",
    "second_server_on_postgresql": "second server, PostgreSQL",
    "sigterm": "`SIGTERM` and `SIGHUP`",
    "damaged_pages": "damaged pages",
    "no_descriptors": "no descriptors left",
}


def read_result(name: str) -> dict[str, Any]:
    path = RESULTS / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write_result(name: str, result: dict[str, Any]) -> None:
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(result, indent=2, ensure_ascii=False)
    (RESULTS / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def lines(rows: list[list[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def kills_table() -> str:
    """The server on each database beside the mutant: what was done, and what was found."""
    runs = [read_result(name) for name in KILL_RUNS]
    rows = [["", *KILL_RUNS.values()], ["---", *["---:"] * len(runs)]]
    rows += [[says, *(amount(run, name) for run in runs)] for name, says in COUNTS.items()]
    for name, says in FAULTS.items():
        *real, mutant = [amount(run.get("faults", {}), name) for run in runs]
        rows.append([f"**{says}**", *(f"**{count}**" for count in real), mutant])
    rows.append(["from start to first ack: median, p99, longest", *map(restarts, runs)])
    return lines(rows)


def restarts(run: dict[str, Any]) -> str:
    return ", ".join(f"{seconds} s" for seconds in run.get("restarts", {}).values())


def amount(result: dict[str, Any], name: str) -> str:
    value = result.get(name)
    return "–" if value is None else f"{value:,}"


def scenarios_table() -> str:
    rows = [["", "acks", "refused by the store", "longest answer", "faults", "details"]]
    rows.append(["---", "---:", "---:", "---:", "---:", "---"])
    for name, says in SCENARIOS.items():
        if result := read_result(name):
            refused = result["refusals"].get("store", 0)
            faults = sum(result["faults"].values())
            longest = f"{result['longest_answer']} s"
            rows.append([says, amount(result, "acks"), f"{refused:,}", longest, f"**{faults}**", details(name, result)])  # fmt: skip # noqa: E501
    return lines(rows)


def details(name: str, result: dict[str, Any]) -> str:
    match name:
        case "full_disk":
            seen = f"health: {result['health']}; " if result["health"] != "ready" else ""
            return f"{result['disk']}; {seen}resumed {result['recovered']} s after space was freed"
        case "lost_connections":
            return f"{result['cut_off']:,} connections cut, {result['connections']:,} made"
        case "rivals":
            return f"{result['answers']:,} commands answered, {result['tables']:,} tables"
        case "stopped_database":
            ways = [f"{way}: {seconds} s" for way, seconds in result["recovered"].items()]
            return f"first ack after recovery: {', '.join(ways)}"
        case "second_server" | "second_server_on_postgresql":
            return f"the second server exited with status {result['status']}"
        case "damaged_pages" | "no_descriptors":
            return f"health: {result['health']} ({', '.join(result['seen'])})"
        case "sigterm":
            took = ", ".join(f"{seconds} s" for seconds in result["took"])
            closed = result["closings"].get("1012", 0)
            statuses = ", ".join(map(str, result["statuses"]))
            return f"ended in {took} with status {statuses}; {closed} sockets closed with 1012"
        case _:
            return ""
