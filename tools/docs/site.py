"""The hooks of the documentation site (mkdocs.yml): they fit the pages of the repository together.

The pages are written for readers of the repository. On the site, links to pages in the root lead to
pages of the site, links to other files become plain text, a linked example is shown with its code,
and sessions are highlighted as such.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "THIRD_PARTY_NOTICES.md")
FONTS = ROOT / "src" / "splendor" / "server" / "static" / "fonts"
EXAMPLES = ROOT / "examples"

DECISIONS = "decisions/README.md"
# What a search should find before pages of details.
FIRST_FOUND = (
    "play.md",
    "library.md",
    "write-a-bot.md",
    "host.md",
    "rules-base.md",
    "rules-duel.md",
)

FENCE = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```[ ]*$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#+ )", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List every decision below the page that introduces them."""
    pages = sorted(Path(config.docs_dir, "decisions").glob("0*.md"))
    listed = [DECISIONS, *(f"decisions/{page.name}" for page in pages)]
    sections = [entries for section in config.nav or [] for entries in section.values()]
    for entry in (entry for entries in sections if isinstance(entries, list) for entry in entries):
        if entry.get("Decisions") == DECISIONS:
            entry["Decisions"] = listed
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the root, the examples and the fonts of the table's pages."""
    added = {name: ROOT / name for name in ROOT_PAGES}
    added |= {f"examples/{path.relative_to(EXAMPLES).as_posix()}": path for path in examples()}
    added |= {f"assets/fonts/{path.name}": path for path in FONTS.iterdir()}
    for place, path in added.items():
        files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def examples() -> list[Path]:
    return [
        *sorted(EXAMPLES.glob("*.py")),
        *sorted(EXAMPLES.glob("*.ipynb")),
        *sorted(path for path in EXAMPLES.glob("[a-z]*/*.*") if path.is_file()),
    ]


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    place = page.file.src_uri
    if place == "index.md":
        page.meta["hide"] = ["navigation", "toc"]
    page.meta["search"] = {"boost": 4 if place in FIRST_FOUND else 1}
    source = ROOT / place if place in ROOT_PAGES else Path(config.docs_dir) / place
    text = with_examples(markdown) if place == "examples.md" else markdown
    text = with_titles(text, dict(nav_titles(config.nav)))
    return with_sessions(with_site_links(text, source, Path(config.docs_dir)))


# Links


def nav_titles(entries: Any) -> Iterator[tuple[str, str]]:
    """The pages of the navigation, by file name, with their titles there."""
    for entry in entries or []:
        for title, content in entry.items() if isinstance(entry, dict) else ():
            if isinstance(content, list):
                yield from nav_titles(content)
                yield from [(page, title) for page in content[:1] if isinstance(page, str)]
            else:
                yield content, title


def with_titles(text: str, titles: dict[str, str]) -> str:
    """Name pages by their titles where the text has their file names, as `[bots.md](bots.md)`."""

    def replaced(found: re.Match[str]) -> str:
        _, label, target = found.groups()
        page = target.partition("#")[0].removeprefix("docs/")
        page = f"{page}README.md" if page.endswith("/") else page
        is_name = re.fullmatch(r"[\w./-]+(?:\.md|/)", label) is not None
        return f"[{titles[page]}]({target})" if is_name and page in titles else found[0]

    return LINK.sub(replaced, text)


def with_site_links(text: str, source: Path, docs: Path) -> str:
    """Lead the links of a page to pages of the site; links to other files become plain text."""
    pieces, end = [], 0
    for fence in FENCE.finditer(text):
        pieces += [linked(text[end : fence.start()], source, docs), fence[0]]
        end = fence.end()
    return "".join([*pieces, linked(text[end:], source, docs)])


def linked(text: str, source: Path, docs: Path) -> str:
    def replaced(found: re.Match[str]) -> str:
        image, label, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        there = site_target(target, source, docs)
        return label if there is None else f"{image}[{label}]({there})"

    return LINK.sub(replaced, text)


def site_target(target: str, source: Path, docs: Path) -> str | None:
    """A relative link as the site has it; None if the site does not have what it leads to."""
    place, hash, anchor = target.partition("#")
    path = (source.parent / place).resolve()
    if path.is_dir():
        path /= "README.md"
    if EXAMPLES in path.parents and path.exists():
        path = docs / "examples" / path.relative_to(EXAMPLES)
    elif path.parent == ROOT and path.name in ROOT_PAGES:
        path = docs / path.name
    elif docs not in path.parents or not path.exists():
        return None
    base = docs if source.parent == ROOT else source.parent
    return Path(os.path.relpath(path, base)).as_posix() + hash + anchor


# Examples


def with_examples(text: str) -> str:
    """Show the code of every example below the paragraph that links to it."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(each + example_in(each) for each in paragraphs)


def example_in(paragraph: str) -> str:
    found = re.search(r"\]\(\.\./examples/([\w/]+\.(?:py|ipynb))\)", paragraph)
    if found is None:
        return ""
    text = (EXAMPLES / found[1]).read_text(encoding="utf-8")
    return "\n\n" + (fenced(text) if found[1].endswith(".py") else notebook(json.loads(text)))


def fenced(code: str) -> str:
    return f"```python\n{code.rstrip()}\n```"


def notebook(data: dict[str, Any]) -> str:
    """The cells as Markdown, their headings two levels lower: they are inside a section."""
    texts = ("".join(cell["source"]) for cell in data["cells"])
    kinds = (cell["cell_type"] for cell in data["cells"])
    return "\n\n".join(
        fenced(text) if kind == "code" else HEADING.sub(r"##\1", text)
        for kind, text in zip(kinds, texts, strict=True)
    )


# Sessions


def with_sessions(text: str) -> str:
    """Mark blocks with prompts as sessions, which are highlighted and copied differently."""

    def marked(fence: re.Match[str]) -> str:
        is_session = fence[2].strip() == "python" and ">>>" in fence[3]
        return fence[0].replace("```python", "```pycon", 1) if is_session else fence[0]

    return FENCE.sub(marked, text)
