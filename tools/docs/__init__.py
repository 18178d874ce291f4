"""The generated parts of docs/: `python -m tools.docs` writes them.

`--check` writes nothing, names the pages that are out of date and exits with 1. A generated block
stands between `<!-- generated:NAME -->` and `<!-- end -->`; NAME is a key of `GENERATORS`.
The options in the schema of transcripts and the pictures in docs/svg/ are generated, too.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from splendor import client
from splendor.base import refusals as base_refusals
from splendor.base.options import OPTIONS as BASE_OPTIONS
from splendor.core import refusals as core_refusals
from splendor.duel import refusals as duel_refusals
from splendor.duel.options import OPTIONS as DUEL_OPTIONS
from splendor.formats import findings
from splendor.review import words
from splendor.server import refusals as server_refusals
from tools import calibration, review, strength, styles, wire
from tools.docs import pictures, review_schema, schema
from tools.docs.actions import actions_table, duel_actions_table, duel_texts
from tools.docs.chance import below_vectors, deal_vectors, word_vectors
from tools.docs.commands import commands_list, decisions_list
from tools.docs.markdown import BlockError as BlockError
from tools.docs.markdown import table
from tools.docs.observations import BASE, DUEL
from tools.docs.options import table as options_table
from tools.docs.serving import fault_kinds_table, rates_table, settings_table
from tools.faults import pages as faults_pages
from tools.hostile import pages as hostile_pages

SOURCE = Path(__file__).resolve().parents[2]
ROOT = SOURCE  # where the pages are
BLOCK = re.compile(r"<!-- generated:(\S+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
OPENING = "<!-- generated:"


# docs/architecture.md


def layers_list() -> str:
    """The layers of the import contract, top first, with the parts that exist."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["id"] == "layers"]
    lines = ["  ".join(filter(is_built, map(short_name, layer.split("|")))) for layer in layers]
    return "".join(["```text\n", *(f"{line}\n" for line in lines if line), "```\n"])


def short_name(module: str) -> str:
    return module.strip(" ()").removeprefix("splendor.")


def is_built(name: str) -> bool:
    package = SOURCE / "src" / "splendor"
    return (package / f"{name}.py").exists() or (package / name).is_dir()


def reasons_table() -> str:
    """Each code, followed by its texts for each `how`, if it has any."""
    rows = []
    for code, text in words.TEXTS.items():
        rows.append([f"`{code}`", text])
        ways = [key for key in words.BY_HOW if key.startswith(f"{code}.")]
        rows += [[f"`{code}`, `how`: {key.split('.')[1]}", words.BY_HOW[key]] for key in ways]
    return table(["code", "in the terminal"], rows)


def clues_table() -> str:
    """The codes of the coach: areas and kinds, then the facts that go with them."""
    told = {"look": words.LOOKS, "why there": words.WHY_THERE}
    told |= {"kind": words.KIND_TEXTS, "why this kind": words.WHY_THIS_KIND}
    rows = (
        [step, f"`{code}`", text] for step, texts in told.items() for code, text in texts.items()
    )
    return table(["step", "code", "in the terminal"], rows)


GENERATORS: dict[str, Callable[[], str]] = {
    "layers": layers_list,
    "decisions": decisions_list,
    "commands": commands_list,
    "actions": actions_table,
    "observation": BASE.whole,
    "card": lambda: BASE.inner("card", "market"),
    "noble": lambda: BASE.inner("noble", "nobles"),
    "player": lambda: BASE.inner("player", "players"),
    "duel-actions": duel_actions_table,
    "duel-texts": duel_texts,
    "duel-observation": DUEL.whole,
    "duel-card": lambda: DUEL.inner("card", "pyramid"),
    "duel-player": lambda: DUEL.inner("player", "players"),
    "options-base": lambda: options_table(BASE_OPTIONS),
    "options-duel": lambda: options_table(DUEL_OPTIONS),
    "words": word_vectors,
    "below": below_vectors,
    "deals": deal_vectors,
    "strength-claims": lambda: strength.claims_table(),
    "strength-base-2": lambda: strength.level_table("base", 2),
    "strength-base-3": lambda: strength.level_table("base", 3),
    "strength-base-4": lambda: strength.level_table("base", 4),
    "strength-duel-2": lambda: strength.level_table("duel", 2),
    "strength-champion": lambda: strength.champion_table(),
    "finds-base": lambda: strength.finds_table("base"),
    "finds-duel": lambda: strength.finds_table("duel"),
    "styles": styles.table,
    "calibration": lambda: calibration.evaluators_table(),
    "calibration-review": lambda: calibration.review_table(),
    "review-accuracy": lambda: review.accuracy_table(),
    "review-meaning": lambda: review.meaning_table(),
    "review-summary": lambda: review.summary_table(),
    "faults-kills": faults_pages.kills_table,
    "faults-scenarios": faults_pages.scenarios_table,
    "hostile-secrecy": hostile_pages.secrecy_table,
    "hostile-attacks": hostile_pages.attacks_table,
    "hostile-readers": hostile_pages.readers_table,
    "hostile-availability": hostile_pages.availability_table,
    "hostile-api": hostile_pages.api_table,
    "reasons": reasons_table,
    "clues": clues_table,
    "settings": settings_table,
    "rates": rates_table,
    "fault-kinds": fault_kinds_table,
    "endpoints": wire.endpoints_table,
    "refusals": wire.refusals_table,
    "codes-rules": lambda: wire.codes_table(core_refusals.RULES_TEXTS),
    "codes-base": lambda: wire.codes_table(base_refusals.TEXTS),
    "codes-duel": lambda: wire.codes_table(duel_refusals.TEXTS),
    "codes-general": lambda: wire.codes_table(core_refusals.GENERAL_TEXTS),
    "codes-positions": lambda: wire.codes_table(core_refusals.POSITION_TEXTS),
    "codes-library": lambda: wire.codes_table(core_refusals.LIBRARY_TEXTS),
    "codes-requests": lambda: wire.codes_table(server_refusals.REQUESTS),
    "codes-tables": lambda: wire.codes_table(server_refusals.TABLES),
    "codes-writing": lambda: wire.codes_table(server_refusals.WRITING),
    "codes-workers": lambda: wire.codes_table(server_refusals.WORKERS),
    "codes-sockets": lambda: wire.codes_table(server_refusals.SOCKETS),
    "codes-client": lambda: wire.codes_table(client.TEXTS),
    "codes-fair": lambda: wire.codes_table(findings.REFUSALS),
    "codes-findings": lambda: wire.codes_table(findings.TEXTS),
    "sent": wire.sent_messages,
    "received": wire.received_messages,
    "parts": wire.parts_of_messages,
    "bodies": wire.http_bodies,
}


# The pages


def renewed(text: str) -> str:
    """The page with up-to-date generated blocks."""
    if text.count(OPENING) != len(BLOCK.findall(text)):
        raise BlockError("a generated block has no <!-- end -->")
    return BLOCK.sub(lambda found: renewed_block(found[1]), text)


def renewed_block(name: str) -> str:
    if name not in GENERATORS:
        raise BlockError(f"there is no generator {name!r}: {', '.join(GENERATORS)}")
    return f"<!-- generated:{name} -->\n\n{GENERATORS[name]()}\n<!-- end -->\n"


def pages() -> list[Path]:
    return sorted((ROOT / "docs").rglob("*.md"))


def stale_pages() -> dict[Path, str]:
    """The pages and pictures that are out of date, with their current text."""
    stale = pictures.stale(ROOT)
    for page in (*pages(), *(ROOT / "docs").glob("transcript.schema.json")):
        text = page.read_text(encoding="utf-8")
        try:
            current = renewed(text) if page.suffix == ".md" else schema.renewed(text)
        except BlockError as error:
            raise BlockError(f"{page.relative_to(ROOT)}: {error}") from None
        if current != text:
            stale[page] = current
    path = ROOT / "docs" / "review.schema.json"
    if path.parent.exists() and (not path.exists() or path.read_text() != review_schema.text()):
        stale[path] = review_schema.text()
    return stale


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the generated tables in docs/.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args(arguments).check
    try:
        stale = stale_pages()
    except BlockError as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    for page, text in stale.items():
        name = page.relative_to(ROOT)
        if check:
            print(f"docs: {name} is out of date: run python -m tools.docs", file=sys.stderr)
        else:
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, encoding="utf-8")
            print(f"docs: wrote {name}")
    return 1 if check and stale else 0
