"""The tree of a search: compiled, for every game and number of players.

A simulation samples the cards that the root's view does not show, descends the tree by moves that
are legal in that deal, adds a node, evaluates its position and backs up the values. A child is
identified by the action and, once the action has `split_after` visits, by the cards that the root's
seat saw as a result; before, one node stands for everything that may be revealed. With `widening`,
a child after a draw of tokens is also identified by what came. Every edge stores
the value for the seat that chooses it, so each seat maximises its own chance of winning (max^n).
"""

from math import exp, sqrt
from typing import Any, Protocol, TypeAlias

from splendor.bots.evaluators import CUSTOM, evaluate, prove_outcome, write_logits
from splendor.bots.evaluators.network import Network
from splendor.core.chance import WORDS, Chance, next_word, random_below, seed_by_number
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.ruleset import (
    MOST_ACTIONS,
    MOST_CARDS,
    MOST_SEATS,
    apply,
    cards_seen,
    deal_unseen,
    default_mask,
    draw_seen,
    draws,
    redeal,
)

NONE = -1
ROOT = 0
MOST_NUMBERS = 128  # weights of an evaluator or policy; also the size of its scratch space
NEVER = 1 << 30  # as `split_after`: more visits than any move has
LEGAL, KNOWN = 1, 2  # in a mask of actions: legal; legal and already in the tree
SURE = 3  # the fewest visits of a later move in a reported line
FILLER = -(24 + MOST_ACTIONS + MOST_CARDS) % 8 or 8  # padding to a whole number of words
STATES = 4  # records that a search works with: see `simulate_many`
VIEW = 2  # the one that is searched
FEWEST_DRAWS = 4  # of an edge that are told apart, if any are
MOST_DRAWS = 128
DEEPEST = 120  # the longest path of a simulation, in decisions

NODE = record(
    ("total", "f8"),  # values for the seat that decides here, added up
    ("visits", "i4"),
    ("edge", "i4"),  # the first of its moves, or NONE before its second visit
    ("sibling", "i4"),  # the next node after the same move, or NONE
    ("seen", "i4"),  # the cards that the root's seat saw: distinguishes siblings
)
EDGE = record(
    ("total", "f8"),  # values for the seat that chooses this move, added up
    ("spread", "f4"),  # squared deviations of the values from their mean, added up: at the root
    ("prior", "f4"),
    ("visits", "i4"),
    ("child", "i4"),  # the first of the nodes after it, or NONE
    ("next", "i4"),  # the next move of the same node, or NONE
    ("action", "i4"),
)
STEP = record(("node", "i4"), ("edge", "i4"), ("seat", "i4"))
# The settings of a search, its progress, and its scratch space.
WORK = record(
    ("chance", "u8", WORDS),
    ("estimate_weights", "f8", MOST_NUMBERS),
    ("policy_weights", "f8", MOST_NUMBERS),
    ("numbers", "f8", MOST_NUMBERS),
    ("priors", "f8", MOST_ACTIONS),  # logits first, then probabilities
    ("values", "f8", MOST_SEATS),
    ("totals", "f8", MOST_SEATS),  # the values of all simulations, added up
    ("c_puct", "f8"),
    ("fpu_reduction", "f8"),  # an untried move counts as its node's value less this
    ("widening", "f8"),  # draws of an edge that are told apart, per square root of its visits
    ("salt", "u8"),  # of the draws of this tree, 0 before the first one
    ("depths", "i8"),  # the lengths of all simulations, added up
    ("path", STEP, DEEPEST),
    ("length", "i4"),
    ("nodes", "i4"),  # how many there are
    ("edges", "i4"),
    ("seat", "i4"),  # the seat whose view is searched
    ("evaluator", "i4"),  # of EVALUATORS
    ("split_after", "i4"),  # visits of a move before nodes tell apart what it reveals
    ("is_dealt", "i4"),  # 1: states[3] is a deal that agrees with the view
    ("only", "i4"),  # the action with which every simulation begins, or NONE
    ("mask", "i1", MOST_ACTIONS),
    ("pool", "i1", MOST_CARDS),
    ("unused", "i1", FILLER),
)


class Node(Protocol):
    """The fields of `NODE`, for the type checker."""

    total: float
    visits: int
    edge: int
    sibling: int
    seen: int


class Edge(Protocol):
    """The fields of `EDGE`, for the type checker."""

    total: float
    spread: float
    prior: float
    visits: int
    child: int
    next: int
    action: int


class Step(Protocol):
    """The fields of `STEP`, for the type checker."""

    node: int
    edge: int
    seat: int


class Work(Protocol):
    """The fields of `WORK`, for the type checker."""

    chance: Chance
    estimate_weights: Row[float]
    policy_weights: Row[float]
    numbers: Row[float]
    priors: Row[float]
    values: Row[float]
    totals: Row[float]
    c_puct: float
    fpu_reduction: float
    widening: float
    salt: int
    path: Row[Step]
    length: int
    nodes: int
    edges: int
    seat: int
    evaluator: int
    split_after: int
    is_dealt: int
    only: int
    depths: int
    mask: Row[int]
    pool: Row[int]
    unused: Row[int]


# The settings, nodes and edges of a tree, and the network that evaluates its positions (empty with
# another evaluator).
Tree: TypeAlias = tuple[Row[Work], Row[Node], Row[Edge], Network]


@entry
def simulate_many(states: Row[Any], count: int, tree: Tree) -> None:
    """Add `count` simulations from the view in states[2].

    states[3] is the deal that was sampled last, the other two are scratch space.
    """
    for _ in range(count):
        sample_deal(states, tree)
        if walk(states, tree):
            evaluate(states, tree[0][0], tree[3])
        back_up(tree)


@kernel
def sample_deal(states: Row[Any], tree: Tree) -> None:
    """Let states[0] be a deal that agrees with the view, made from the last one where there is one.

    That is faster than dealing all unseen cards.
    """
    work = tree[0][0]
    if work.is_dealt == 0:
        states[3] = states[2]
        deal_unseen(states[3], work.chance, work.pool)
        work.is_dealt = 1
    else:
        redeal(states, int64(3), int64(2), work.chance, work.pool)
    states[0] = states[3]


@kernel
def walk(states: Row[Any], tree: Tree) -> bool:
    """Play moves of the tree until a position is new or its outcome is proven.

    Return whether it has to be evaluated; a proven outcome is written into `work.values`.
    """
    works, nodes, _, _ = tree
    work = works[0]
    node = int64(ROOT)
    work.length = 0
    while node == ROOT or not prove_outcome(states, work.values):
        edge = int64(NONE)
        if is_known(node, work, nodes):
            edge = choose(states[0], node, tree)
        if edge == NONE:
            add_step(work, node, edge, int64(states[0].active))
            return True
        add_step(work, node, edge, int64(states[0].active))
        node = follow(states, edge, tree)
    add_step(work, node, int64(NONE), int64(states[0].active))
    return False


@kernel
def follow(states: Row[Any], edge: int, tree: Tree) -> int:
    """Play a move of the tree, and return the node after it; NONE if the tree is full."""
    works, _, edges, _ = tree
    work, action = works[0], int64(edges[edge].action)
    is_draw = work.widening > 0.0 and draws(states[0], action)
    if is_draw:
        choose_draw(states[0].chance, edge, work, int64(edges[edge].visits))
    apply(states, int64(0), action)
    seen = int64(0)
    if is_draw:
        seen = draw_seen(states[0])
    elif edges[edge].visits >= work.split_after:
        seen = cards_seen(states[0], int64(work.seat))
    return child_of(edge, seen, tree)


@kernel
def choose_draw(chance: Chance, edge: int, work: Work, visits: int) -> None:
    """Let chance decide one of a few draws of this move, of more the more often it is tried.

    So the same ones come again, and the search sees what follows them.
    """
    if work.salt == 0:
        work.salt = next_word(work.chance)
    count = min(max(FEWEST_DRAWS, int(work.widening * sqrt(float(visits)))), MOST_DRAWS)
    seed_by_number(chance, work.salt, edge * MOST_DRAWS + random_below(work.chance, int64(count)))


@kernel
def is_known(node: int, work: Work, nodes: Row[Node]) -> bool:
    """Whether the simulation continues from this node; a new node is evaluated instead.

    With an evaluator in Python, a node is new until its moves have their priors.
    """
    if node == NONE or work.length == DEEPEST - 1:
        return False
    if work.evaluator == CUSTOM:
        return nodes[node].edge != NONE
    return node == ROOT or nodes[node].visits > 0


@kernel
def add_step(work: Work, node: int, edge: int, seat: int) -> None:
    step = work.path[work.length]
    step.node = node
    step.edge = edge
    step.seat = seat
    work.length += 1


@kernel
def back_up(tree: Tree) -> None:
    """Add the values of the simulation to every node and edge of its path."""
    works, nodes, edges, _ = tree
    work = works[0]
    work.depths += work.length - 1
    for seat in range(MOST_SEATS):
        work.totals[seat] += work.values[seat]
    if work.path[0].edge != NONE:
        add_spread(edges[work.path[0].edge], work.values[work.path[0].seat])
    for number in range(work.length):
        step = work.path[number]
        value = work.values[step.seat]
        if step.node != NONE:
            nodes[step.node].visits += 1
            nodes[step.node].total += value
        if step.edge != NONE:
            edges[step.edge].visits += 1
            edges[step.edge].total += value


@kernel
def add_spread(edge: Edge, value: float) -> None:
    """Account for one more value in the spread, which stays exact in single precision (Welford)."""
    if edge.visits > 0:
        before = edge.total / edge.visits
        after = (edge.total + value) / (edge.visits + 1.0)
        edge.spread += (value - before) * (value - after)


@kernel
def child_of(edge: int, seen: int, tree: Tree) -> int:
    """The node after this move in which the seat sees these cards; NONE if the tree is full."""
    works, nodes, edges, _ = tree
    work = works[0]
    child = int64(edges[edge].child)
    while child != NONE:
        if nodes[child].seen == seen:
            return child
        child = int64(nodes[child].sibling)
    if work.nodes == len(nodes):
        return int64(NONE)
    child = int64(work.nodes)
    work.nodes += 1
    clear_node(nodes[child], seen)
    nodes[child].sibling = edges[edge].child
    edges[edge].child = child
    return child


@kernel
def clear_node(node: Node, seen: int) -> None:
    node.total = 0.0
    node.visits = 0
    node.edge = NONE
    node.sibling = NONE
    node.seen = seen


@kernel
def choose(state: Any, node: int, tree: Tree) -> int:
    """The legal move with the highest PUCT score; NONE if the tree has no room for the moves."""
    works, nodes, edges, _ = tree
    work = works[0]
    unknown = default_mask(state, work.mask)
    untried = nodes[node].total / max(1, int64(nodes[node].visits)) - work.fpu_reduction
    exploration = work.c_puct * sqrt(float(nodes[node].visits))
    only = int64(work.only) if node == ROOT else int64(NONE)
    best = -1e9
    chosen = int64(NONE)
    edge = int64(nodes[node].edge)
    while edge != NONE:
        move = edges[edge]
        if work.mask[move.action] != 0:
            unknown -= 1
            work.mask[move.action] = KNOWN
            value = move.total / move.visits if move.visits > 0 else untried
            score = value + exploration * move.prior / (1.0 + move.visits)
            if score > best and (only == NONE or only == move.action):
                best = score
                chosen = edge
        edge = int64(move.next)
    if unknown == 0 or work.edges + unknown > len(edges):
        return chosen
    return add_moves(state, nodes[node], tree)


@kernel
def add_moves(state: Any, node: Node, tree: Tree) -> int:
    """Add the legal moves that the node lacks, and return the one with the highest prior."""
    works, _, edges, network = tree
    work = works[0]
    write_logits(state, work, network)
    masked_softmax(work.mask, work.priors)
    return add_edges(work, node, edges)


@kernel
def add_edges(work: Work, node: Node, edges: Row[Edge]) -> int:
    """Add the moves that are marked as legal, with their priors; return the likeliest."""
    likeliest = int64(NONE)
    for action in range(len(work.mask)):
        if work.mask[action] == LEGAL:
            edge = int64(work.edges)
            work.edges += 1
            clear_edge(edges[edge], action, work.priors[action])
            edges[edge].next = node.edge
            node.edge = edge
            if likeliest == NONE or edges[edge].prior > edges[likeliest].prior:
                likeliest = edge
    return likeliest


@kernel
def clear_edge(edge: Edge, action: int, prior: float) -> None:
    edge.total = 0.0
    edge.spread = 0.0
    edge.prior = prior
    edge.visits = 0
    edge.child = NONE
    edge.next = NONE
    edge.action = action


@kernel
def masked_softmax(mask: Row[int], logits: Row[float]) -> None:
    """Turn the logits of the actions in the mask into probabilities, in place."""
    largest = -1e9
    for action in range(len(mask)):
        if mask[action] != 0:
            largest = max(largest, logits[action])
    whole = 0.0
    for action in range(len(mask)):
        if mask[action] != 0:
            logits[action] = exp(logits[action] - largest)
            whole += logits[action]
    for action in range(len(mask)):
        if mask[action] != 0:
            logits[action] /= whole


@entry
def start_tree(works: Row[Work], nodes: Row[Node]) -> None:
    """Start an empty tree."""
    works[0].nodes = 1
    works[0].edges = 0
    works[0].depths = 0
    works[0].is_dealt = 0
    works[0].salt = 0
    works[0].only = NONE
    for seat in range(MOST_SEATS):
        works[0].totals[seat] = 0.0
        works[0].values[seat] = 0.0
    clear_node(nodes[ROOT], int64(0))


# Reading a tree


@entry
def list_moves(nodes: Row[Node], edges: Row[Edge], found: Row[int]) -> int:
    """Write the edges of the root into `found`, and return how many there are."""
    count = 0
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        found[count] = edge
        count += 1
        edge = int64(edges[edge].next)
    return count


@entry
def read_line(nodes: Row[Node], edges: Row[Edge], edge: int, line: Row[int]) -> int:
    """Write the line of most-visited actions that starts with this edge; return its length."""
    count = 0
    while edge != NONE and count < len(line):
        if count > 0 and edges[edge].visits < SURE:
            break
        line[count] = edges[edge].action
        count += 1
        node = most_visited_child(nodes, edges[edge])
        edge = int64(NONE) if node == NONE else most_visited_move(edges, nodes[node])
    return count


@kernel
def most_visited_child(nodes: Row[Node], edge: Edge) -> int:
    best = int64(edge.child)
    child = best
    while child != NONE:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = int64(nodes[child].sibling)
    return best


@kernel
def most_visited_move(edges: Row[Edge], node: Node) -> int:
    best = int64(node.edge)
    edge = best
    while edge != NONE:
        if edges[edge].visits > edges[best].visits:
            best = edge
        edge = int64(edges[edge].next)
    return best
