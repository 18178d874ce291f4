"""The endpoints of Web Push: where the browser of a device wants to be told about turns."""

from splendor.server.bodies import PushKey, PushState, PushSubscription
from splendor.server.http import Call, Endpoint
from splendor.server.push.delivery import endpoint_of
from splendor.server.refusals import RequestRefused, require
from splendor.server.storage.types import (
    Conflict,
    DropDeviceSubscription,
    SaveSubscription,
    SubscriptionRow,
)


async def show_key(call: Call) -> PushKey:
    return PushKey(call.context.push.public_key)


async def subscribe(call: Call) -> PushState:
    """This device wants to be told; its former subscription ends."""
    body: PushSubscription = call.body
    require(call.context.push.key, "no_push")
    endpoint_of(body.endpoint, call.context.push.delivery.ports)
    require(is_browser_key(body.keys.p256dh, body.keys.auth), "bad_endpoint")
    row = SubscriptionRow(
        device=call.device,
        player=call.player,
        endpoint=body.endpoint,
        p256dh=body.keys.p256dh,
        auth=body.keys.auth,
        created=call.context.tables.now,
    )
    try:
        await call.context.store.write(SaveSubscription(row))
    except Conflict:
        raise RequestRefused("no_guest") from None  # signed out meanwhile
    return PushState(True)


def is_browser_key(p256dh: str, auth: str) -> bool:
    from splendor.server.push import encryption  # only where the extra is installed

    return encryption.is_browser_key(p256dh, auth)


async def unsubscribe(call: Call) -> PushState:
    await call.context.store.write(DropDeviceSubscription(call.device))
    return PushState(False)


PUSH = "/api/push"
PUSH_ENDPOINTS = (
    Endpoint("GET", PUSH, show_key, "The key for subscriptions of Web Push, if any", PushKey),
    Endpoint(
        "POST", PUSH, subscribe, "Tell this device about turns in games with days for each turn",
        PushState, PushSubscription, needs_guest=True, rate="profile", refuses=(400, 409),
    ),
    Endpoint(
        "DELETE", PUSH, unsubscribe, "Do not tell this device any more", PushState,
        needs_guest=True, rate="profile",
    ),
)  # fmt: skip
