"""Fair deals: the recipe, its test vectors, findings and refusals of `verify`."""

import hashlib
import hmac
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.cli import main, warm_up
from splendor.cli.verify import check_moves
from splendor.core.errors import FormatError, RulesError
from splendor.formats.fair import (
    FairDeal,
    check_nonce,
    commitment_of,
    message_of,
    new_secret,
    seed_of,
    verify,
)
from splendor.formats.redeal import RECIPES, TOKENS, Bag, Generator, deal
from splendor.game import Game
from splendor.ruleset import RULESETS
from tests.formats.fair_proofs import (
    RISING,
    TAMPERINGS,
    VECTORS,
    Proof,
    Tampering,
    a_deal,
    damaged,
    fresh_proof,
    judged,
    proof_of,
    replenishes,
    tampered,
    valid_proofs,
    vectors,
)
from tools import fair_vectors

secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
nonces = st.text("0123456789abcXYZ_-", max_size=64)


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("official")
    warm_up("duel")


# The recipe


def test_a_secret_has_256_bits_and_is_always_new() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(len(bytes.fromhex(secret)) == 32 and secret.islower() for secret in made)


@given(secrets, st.tuples(nonces, nonces, nonces))
def test_commitment_and_seed_are_the_documented_hashes(secret: str, sent: tuple[str, ...]) -> None:
    key = bytes.fromhex(secret)
    message = b"splendor-fair/1\n" + "".join(f"{i}:{n}\n" for i, n in enumerate(sent)).encode()
    assert commitment_of(secret) == hashlib.sha256(key).hexdigest()
    assert seed_of(secret, sent) == hmac.new(key, message, "sha256").hexdigest()


def test_no_two_lists_of_nonces_make_the_same_message() -> None:
    lists = [("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a", "b", ""), ("", ""), ("", "", "")]
    assert len({message_of(sent) for sent in lists}) == len(lists)


@pytest.mark.parametrize("nonce", ["a", "Z" * 64, "0-9_"])
def test_a_nonce_has_1_to_64_letters(nonce: str) -> None:
    assert check_nonce(nonce) == nonce
    assert seed_of(RISING, ["", nonce])


@pytest.mark.parametrize("nonce", ["", "Z" * 65, "a\n", "a b", "a:b", "é", "²", None, 7, ["a"]])
def test_other_nonces_are_refused(nonce: Any) -> None:
    with pytest.raises(RulesError, match="1 to 64 of the letters"):
        check_nonce(nonce)
    if nonce:
        with pytest.raises(RulesError, match="1 to 64 of the letters"):
            seed_of(RISING, ["", nonce])


@pytest.mark.parametrize("secret", ["", "ab", RISING.upper(), RISING + "\n", "g" * 64, None, 1])
def test_other_secrets_are_refused_and_not_repeated(secret: Any) -> None:
    for make in (commitment_of, lambda wrong: seed_of(wrong, [""])):
        with pytest.raises(RulesError) as error:
            make(secret)
        assert str(error.value) == "a secret is 64 hexadecimal digits, in small letters"


def test_a_deal_shows_its_commitment_and_nothing_else() -> None:
    made = FairDeal.new()
    assert made.commitment == commitment_of(made.secret)
    seated = a_deal(3)
    assert made.secret not in repr(made) + str(made)
    for text in (repr(seated), str(seated), f"{seated}"):
        assert seated.commitment in text
        assert not any(word in text for word in (seated.secret, seated.seed, "nonce-0"))


# The vectors of the engine


def test_the_vectors_are_current() -> None:
    current = VECTORS.read_text(encoding="utf-8") == fair_vectors.text()
    assert current, "docs/fair-vectors.json is stale; renew it with python -m tools.fair_vectors"


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: str(vector["rules"]))
def test_the_plain_derivation_gives_the_vectors(vector: dict[str, Any]) -> None:
    assert commitment_of(vector["secret"]) == vector["commitment"]
    assert message_of(vector["nonces"]) == vector["message"]
    assert seed_of(vector["secret"], vector["nonces"]) == vector["seed"]
    generator = Generator(vector["seed"])
    assert words(generator) == vector["words"]
    recipe = RECIPES[vector["rules"]["name"]]
    start = vector["rules"].get("start", recipe.start)
    assert deal(recipe, len(vector["nonces"]), start, generator) == vector["deal"]
    assert words(generator) == vector["words_after_deal"]


def words(generator: Generator) -> list[str]:
    return [f"{word:016x}" for word in generator.words]


DRAWING = [vector for vector in vectors() if "turns" in vector]


@pytest.mark.parametrize("vector", DRAWING, ids=lambda vector: str(vector["rules"]))
def test_the_derived_bag_agrees_with_the_engine(vector: dict[str, Any]) -> None:
    generator, recipe = Generator(vector["seed"]), RECIPES["duel"]
    deal(recipe, 2, vector["rules"].get("start", recipe.start), generator)
    bag, bags = Bag(), []
    for step in (step for turn in vector["turns"] for step in turn["steps"]):
        bag.follow(step)
        if step["do"] == "replenish":
            bags.append([bag.tokens.count(token) for token in TOKENS])
            placed = [
                [token, [space // 5, space % 5]] for token, space in bag.fill_board(generator)
            ]
            assert placed == step["placed"]
            assert not bag.tokens
    assert bags == vector["bags"]
    assert words(generator) == vector["words_after_turns"]


def test_the_vectors_cover_every_rule_set_and_number_of_players() -> None:
    tables = {(vector["rules"]["name"], len(vector["nonces"])) for vector in vectors()}
    assert tables >= {
        ("official", 2),
        ("official", 3),
        ("official", 4),
        ("landolt", 3),
        ("duel", 2),
    }
    assert len(DRAWING) >= 2


@given(st.sampled_from(sorted(RULESETS)), st.sampled_from((2, 3, 4)), st.data())
def test_the_plain_derivation_deals_what_the_engine_deals(
    rules: str, players: int, data: st.DataObject
) -> None:
    players = 2 if rules == "duel" else players
    start = data.draw(st.sampled_from(("random", *range(players))))
    seed = data.draw(st.text(st.characters(codec="utf-8"), max_size=70))
    game, generator = Game(rules, players=players, seed=seed, start=start), Generator(seed)
    assert deal(RECIPES[rules], players, start, generator) == game.deal()
    assert generator.words == game.record[0].chance.tolist()


def test_every_rule_set_has_a_recipe() -> None:
    assert list(RECIPES) == list(RULESETS)


# Findings


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_a_valid_proof_is_fair(rules: str) -> None:
    proof = fresh_proof(rules)
    verdict = verify(proof)
    assert verdict.fair
    drawn = ["board", "start", "draws"] if rules == "duel" else ["nobles", "start"]
    assert [check.name for check in verdict.checks] == ["commitment", "decks", *drawn]
    assert proof["commitment"] in verdict.note
    assert 'seat 0 "nonce-0", seat 1 none' in verdict.note


def test_valid_proofs_of_all_rule_sets_are_fair() -> None:
    proofs = valid_proofs(5)
    assert all(verify(proof).fair for proof in proofs)
    assert sum(len(replenishes(proof)) for proof in proofs) > 20


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering[0])
def test_tampering_is_found_and_named(tampering: Tampering) -> None:
    verdict = verify(tampered(tampering))
    assert not verdict.fair
    failed = {check.name for check in verdict.checks if not check.passed}
    # Another seed may happen to let the same seat start.
    assert failed - {"start"} == set(tampering[3].split()) - {"start"}
    assert failed >= set(tampering[3].split())


def test_the_text_of_a_finding_names_the_difference() -> None:
    proof = fresh_proof("official")
    deck = proof["transcript"]["deal"]["decks"][1]
    deck[2], deck[3] = deck[3], deck[2]
    [wrong] = [check for check in verify(proof).checks if not check.passed]
    text = f"the proof says {deck[2]}, the seed gives {deck[3]}"
    assert wrong.text == f"The deck of level 2 differs at card 3: {text}."


def test_a_draw_that_is_undone_and_repeated_is_the_same() -> None:
    """The generator is part of the record, so an undo restores it."""
    deal = a_deal(2)
    game = Game("duel", seed=deal.seed, idle=200)
    for _ in range(3):
        play_until_a_draw(game)
        drawn, move = game.drawn, game.pop()
        assert move is not None
        game.push(move)
        assert game.drawn == drawn
        game.pop()
        game.pop()  # undo the move before it, too
        play_until_a_draw(game)
    proof = proof_of(game, deal)
    assert len(replenishes(proof)) >= 3
    assert verify(proof).fair


def play_until_a_draw(game: Game) -> None:
    game.push(game.legal_moves[0])
    while not game.drawn:
        legal = game.legal_moves
        game.push(legal[17 * len(game.moves) % len(legal)])


def test_a_game_that_was_resigned_within_a_turn_can_be_verified() -> None:
    deal = a_deal(2)
    game = Game("duel", seed=deal.seed)
    play_until_a_draw(game)
    game.conclude("resignation", (0,))
    proof = proof_of(game, deal)
    assert proof["transcript"]["turns"][-1]["unfinished"]
    assert verify(proof).fair


def test_the_check_does_not_need_the_engine() -> None:
    """No file of the check imports the code that dealt."""
    import splendor.formats.fair
    import splendor.formats.findings
    import splendor.formats.redeal

    own = (splendor.formats.fair, splendor.formats.findings, splendor.formats.redeal)
    for module in own:
        source = Path(str(module.__file__)).read_text(encoding="utf-8")
        imported = {line.split()[1] for line in source.splitlines() if line.startswith("from spl")}
        core = {"splendor.core.errors", "splendor.core.refusals", "splendor.core.gems"}
        assert imported <= core | {each.__name__ for each in own}


# Refusals


def without(key: str) -> Any:
    return lambda proof: proof.pop(key)


def rules_with(**changed: Any) -> Any:
    return lambda proof: proof["transcript"]["rules"].update(changed)


REFUSED = [
    (lambda p: p.update(format="splendor-fair/2"), '"format" must be "splendor-fair/1"'),
    (without("format"), '"format" must be "splendor-fair/1"'),
    (without("commitment"), '"commitment" must be 64 hexadecimal digits'),
    (lambda p: p.update(secret=RISING.upper()), '"secret" must be 64 hexadecimal digits'),
    (without("nonces"), '"nonces" must be 2 texts'),
    (lambda p: p["nonces"].append(""), '"nonces" must be 2 texts'),
    (lambda p: p["nonces"].__setitem__(1, "a b"), "each 1 to 64 of 0-9 a-z A-Z _ -, or empty"),
    (without("transcript"), '"transcript" must be an object'),
    (lambda p: p["transcript"].pop("rules"), '"rules" of the transcript must be an object'),
    (rules_with(name="chess"), "must be one of official, landolt, duel"),
    (rules_with(players=5), '"players" of the rules must be 2 or 3 or 4'),
    (rules_with(players=True), '"players" of the rules must be 2 or 3 or 4'),
    (rules_with(start=2), '"start" of the rules must be a seat or "random"'),
    (lambda p: p["transcript"].pop("deal"), '"deal" of the transcript must be an object'),
    (lambda p: p["transcript"]["deal"]["decks"].pop(), '"decks" of the deal must be three lists'),
    (lambda p: p["transcript"]["deal"].pop("nobles"), '"nobles" of the deal must be a list'),
    (lambda p: p["transcript"].pop("turns"), '"turns" of the transcript must be a list'),
    (lambda p: p["transcript"]["turns"][2].pop("steps"), 'turn 3 must have "steps"'),
]


@pytest.mark.parametrize("change, reason", REFUSED, ids=[reason for _, reason in REFUSED])
def test_other_values_are_not_proofs(change: Any, reason: str) -> None:
    proof = fresh_proof("official")
    change(proof)
    with pytest.raises(FormatError) as error:
        verify(proof)
    assert str(error.value).startswith("not a proof: ")
    assert reason in str(error.value)


@pytest.mark.parametrize("wrong", [None, [], "proof", 7])
def test_values_that_are_not_objects_are_refused(wrong: Any) -> None:
    with pytest.raises(FormatError, match="it must be a JSON object"):
        verify(wrong)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_damaged_proof_is_judged_or_refused_and_never_crashes(rules: str) -> None:
    chance = random.Random(rules)
    found = [judged(damaged(fresh_proof(rules), chance)) for _ in range(300)]
    assert {"refused" in each for each in found} == {True, False}


# The command


@pytest.fixture
def proof_file(tmp_path: Path) -> Path:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(fresh_proof("duel")), encoding="utf-8")
    return path


def rewrite(path: Path, change: Any) -> None:
    proof: Proof = json.loads(path.read_text(encoding="utf-8"))
    change(proof)
    path.write_text(json.dumps(proof), encoding="utf-8")


def test_verify_prints_a_line_for_each_check_and_the_verdict(
    proof_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(proof_file)]) == 0
    *lines, note, last = capsys.readouterr().out.splitlines()
    names = ["commitment", "decks", "board", "start", "draws", "moves"]
    assert [line.split()[:2] for line in lines] == [["yes", name] for name in names]
    assert note.startswith("Compare with what you were shown before the game: commitment 630d")
    assert last == "fair"


def test_verify_reads_standard_input(
    proof_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(proof_file.read_bytes())))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.endswith("fair\n")


def test_verify_exits_with_1_for_an_unfair_deal(
    proof_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(proof_file, lambda proof: proof.update(commitment="ab" * 32))
    assert main(["verify", str(proof_file)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("NO  commitment  The secret does not match: its SHA-256 is 630d")
    assert out.endswith("\nnot fair\n")


def test_verify_finds_a_move_against_the_rules(
    proof_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def pass_first(proof: Proof) -> None:
        proof["transcript"]["turns"].insert(0, {"seat": 0, "steps": [{"do": "pass"}]})

    rewrite(proof_file, pass_first)
    assert main(["verify", str(proof_file)]) == 1
    out = capsys.readouterr().out
    assert "NO  moves       The game does not follow the rules: turn 1:" in out
    assert "yes draws" in out


def test_deeply_nested_moves_are_refused() -> None:
    transcript = fresh_proof("official")["transcript"]
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    transcript["turns"][0]["steps"][0]["tokens"] = nested
    assert not check_moves(transcript).passed


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "not JSON: Expecting value, line 1, column 1"),
        ("{\n", "not JSON: "),
        ('{"format": NaN}', "not JSON: a number in it cannot be read"),
        ("1" * 5000, "not JSON: a number in it cannot be read"),
        ("[" * 100_000, "not JSON: it is nested too deeply"),
        ("[]", "not a proof: it must be a JSON object"),
        ("{}", 'not a proof: "format" must be "splendor-fair/1"'),
    ],
    ids=["empty", "cut off", "NaN", "digits", "deep", "list", "object"],
)
def test_verify_refuses_a_bad_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith(f"splendor: {path}: {reason}")


def test_verify_refuses_an_unreadable_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("missing", "bytes", "."):
        assert main(["verify", str(tmp_path / name)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("splendor: cannot read ")
        assert printed.err.count("\n") == 1


def test_a_byte_order_mark_is_ignored(proof_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof_file.write_text("\ufeff" + proof_file.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["verify", str(proof_file)]) == 0
    assert capsys.readouterr().out.endswith("fair\n")
