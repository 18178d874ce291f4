"""What the server says about itself: health for people and service managers, and metrics.

The metrics are for whoever runs the server: they are at an address of their own, or need a token.
"""

import hmac
import importlib.metadata
import time

from splendor.server.bodies import Alive, FaultState, Health
from splendor.server.context import Context
from splendor.server.faults import DEGRADED, KINDS, NO_STORE, READY, Fault
from splendor.server.http import Call, Reply
from splendor.server.messages import PROTOCOL, Preparing
from splendor.server.refusals import RequestRefused
from splendor.server.storage.types import StoreFailure

VERSION = importlib.metadata.version("splendor")
METRICS = "text/plain; version=0.0.4; charset=utf-8"
COMPILING = "compiling"
SERVING = (READY, DEGRADED, COMPILING)


async def live(call: Call) -> Alive:
    """Whether the process answers at all. It asks neither the database nor the bots."""
    return Alive("alive", VERSION)


async def health(call: Call) -> Reply:
    """Whether the server can be used; 503 if it cannot."""
    found = await health_of(call.context)
    return Reply(found, status=200 if found.status in SERVING else 503)


async def health_of(context: Context) -> Health:
    lasting = context.faults.lasting()
    status, says = context.faults.status, lasting[0].kind.says if lasting else ""
    try:
        await context.store.ping()
    except StoreFailure:
        if status != NO_STORE:
            status, says = NO_STORE, KINDS["unreachable"].says
    news = context.preparation.least
    if status in (READY, DEGRADED) and news.percent < 100:
        status, says = COMPILING, compiling_words(news)
    faults = [state_of(each) for each in lasting]
    return Health(status, VERSION, PROTOCOL, says, faults, context.waiting)


def state_of(fault: Fault) -> FaultState:
    seconds = max(0, round(time.monotonic() - fault.since))
    return FaultState(fault.code, fault.kind.says, seconds, fault.count)


def compiling_words(news: Preparing) -> str:
    """In English, for whoever looks after the server."""
    if news.problem == "failed":
        return "compiling failed: bots do not play; see the log, and start the server again"
    return f"tables are served, bots wait: compiling the {news.part}, {news.percent} %"


async def metrics(call: Call) -> Reply:
    if not (call.is_at_metrics_address or has_token(call)):
        raise RequestRefused("not_found", what="address")
    return Reply(call.context.metrics_text(), METRICS)


def has_token(call: Call) -> bool:
    token = call.context.settings.metrics_token
    kind, _, given = call.request.headers.get("authorization", "").partition(" ")
    right = hmac.compare_digest(given.strip().encode(), token.encode())
    return bool(token) and kind.lower() == "bearer" and right
