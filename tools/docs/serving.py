"""The tables of docs/serving.md: the settings of a server, its rate limits and its faults."""

from splendor.server.admission import LIMITS
from splendor.server.faults import KINDS
from splendor.server.settings import SETTINGS, Setting
from tools.docs.markdown import BlockError, table

REQUESTS = {
    "guest": "become a guest",
    "name": "say a name",
    "profile": "look after one's profile",
    "claim": "use a profile's link or recovery code",
    "table": "create a table",
    "join": "join a table, claim a seat",
    "command": "move, and other commands",
    "chat": "write in the chat",
    "emote": "make a sign",
    "hint": "ask for a hint",
    "board": "open or play a position on the analysis board",
    "think": "let the analysis board think",
    "judge": "have a turn judged: before it is played, or as a try",
    "review": "have a game reviewed",
    "read": "read over HTTP",
    "socket": "open a socket",
    "network": "open the server to the network, or close it (`splendor play`)",
    "bad": "send something malformed",
}


def settings_table() -> str:
    rows = (
        [option_text(setting), values_text(setting), default_text(setting), setting.help]
        for setting in SETTINGS.values()
    )
    return table(["option", "values", "default", "meaning"], rows)


def option_text(setting: Setting) -> str:
    value = "" if setting.kind is bool else f" {setting.metavar or setting.name.upper()}"
    return f"`{setting.option}{value}`"


def values_text(setting: Setting) -> str:
    if setting.between:
        least, most = setting.between
        return f"{least:,} to {most:,}"
    return ", ".join(f"`{word}`" for word in setting.words)


def default_text(setting: Setting) -> str:
    shown = setting.shown_default
    own = shown if setting.usual or not shown else f"`{shown}`"
    return ", or ".join(filter(None, (setting.variable and f"`${setting.variable}`", own)))


def rates_table() -> str:
    if LIMITS.keys() != REQUESTS.keys():
        raise BlockError("tools/docs/serving.py does not describe the requests of LIMITS")
    rows = (
        [f"{REQUESTS[what]} (`{what}`)", rate_text(player), rate_text(address)]
        for what, (player, address) in LIMITS.items()
    )
    return table(["request", "each player", "each address"], rows)


def fault_kinds_table() -> str:
    rows = ([f"`{code}`", f"`{kind.status}`", kind.says] for code, kind in KINDS.items())
    return table(["fault", "status of the server", "meaning"], rows)


def rate_text(limit: str | None) -> str:
    """A limit such as "20 per 10 minute" as it is written in English."""
    if limit is None:
        return "–"
    count, _, number, unit = limit.split()
    period = unit if number == "1" else f"{number} {unit}s"
    return f"{int(count):,} per {period}"
