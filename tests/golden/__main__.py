"""Write the golden games again."""

from tests.golden import FOLDER, GAMES, play, tell

for name in GAMES:
    (FOLDER / f"{name}.txt").write_text("\n".join(tell(name, play(name))) + "\n", "utf-8")
