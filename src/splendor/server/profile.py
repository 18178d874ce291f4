"""The endpoints of a guest's profile: devices, links between them, recovery, export, erasure."""

import hmac
from collections.abc import AsyncIterator

from msgspec.json import decode as decode_json

from splendor.core.refusals import Refusal
from splendor.server.bodies import (
    Device,
    Erased,
    ErasureRequest,
    Privacy,
    Profile,
    ProfileClaim,
    ProfileClaimed,
    ProfileLink,
    RecoveryCode,
)
from splendor.server.context import Context
from splendor.server.erasing import erase
from splendor.server.guests import device_name
from splendor.server.http import Call, Endpoint, Reply, encode
from splendor.server.identity import (
    hash_code,
    hash_token,
    is_token,
    new_recovery_code,
    new_token,
)
from splendor.server.refusals import RequestRefused, require
from splendor.server.storage import people
from splendor.server.storage.types import (
    LINK,
    RECOVERY,
    AddDevice,
    AddProfileLink,
    Change,
    Conflict,
    DeviceRow,
    EraseGuest,
    ProfileLinkRow,
    RemoveDevice,
    UseProfileLink,
)

MINUTE = 60 * 1000  # milliseconds
LINK_LIFETIME = 15 * MINUTE
RECOVERY_LIFETIME = 5 * 365 * 24 * 60 * MINUTE
MOST_DEVICES, MOST_LINKS = 20, 20  # of one guest
LINES = "application/jsonl"
# What a person did at a table. Other events are not theirs alone, and may hold hidden cards.
EXPORTED = ("sat", "left", "readied", "moved", "asked", "answered", "chatted", "muted", "hinted")
INTERNAL = ("player", "table")  # of rows: ids and numbers that only the server needs
COST_OF_EXPORT = COST_OF_ERASURE = 10


def new_device(call: Call, player: str) -> DeviceRow:
    """The device that sends this request, for a guest."""
    now = call.context.tables.now
    name = device_name(call.request.headers.get("user-agent", ""))
    return DeviceRow(new_token(), player, name, now, now)


def handle_of(device: str) -> str:
    """How a device is named on the wire: the id itself is in its cookie only."""
    return hash_token(f"device {device}")[:22]


# Devices


async def show_profile(call: Call) -> Profile:
    store = call.context.store
    rows = await store.read(people.devices_of, call.player)
    links = await store.read(people.profile_links_of, call.player)
    now = call.context.tables.now
    codes = [row.expires for row in links if row.kind == RECOVERY and row.expires > now]
    devices = [
        Device(handle_of(row.id), row.name, row.created, row.seen, row.id == call.device)
        for row in rows
    ]
    tables = await store.read(people.tables_of_guest, call.player)
    return Profile(call.who.name, devices, tables, max(codes, default=0))


async def revoke_device(call: Call) -> Reply:
    """Revoke a device: its cookie is refused and its sockets are closed from now on."""
    rows = await call.context.store.read(people.devices_of, call.player)
    wanted = call.path("device")
    found = [row for row in rows if handle_of(row.id) == wanted]
    require(found, "not_found", what="device")
    device = found[0].id
    await call.context.store.write(RemoveDevice(device))
    call.context.guests.forget(call.player)
    call.context.close_sockets([device], Refusal("revoked"))
    own = device == call.device
    headers = {"set-cookie": call.context.identity.expired_cookie()} if own else {}
    profile = Profile("", [], 0) if own else await show_profile(call)
    return Reply(profile, headers=headers)


# Links and recovery codes


async def make_link(call: Call) -> ProfileLink:
    links = await call.context.store.read(people.profile_links_of, call.player)
    require(len(links) < MOST_LINKS, "too_many_links", most=MOST_LINKS)
    token, expires = new_token(), call.context.tables.now + LINK_LIFETIME
    row = ProfileLinkRow(hash_token(token), call.player, LINK, expires)
    await call.context.store.write(AddProfileLink(row))
    link = f"{call.context.address_here(call.request)}/devices#profile={token}"
    return ProfileLink(token, link, expires)


async def make_recovery_code(call: Call) -> RecoveryCode:
    """A code to write down. It replaces the former one."""
    code, expires = new_recovery_code(), call.context.tables.now + RECOVERY_LIFETIME
    hashed = hash_code(code)
    assert hashed is not None
    row = ProfileLinkRow(hashed, call.player, RECOVERY, expires)
    await call.context.store.write(AddProfileLink(row))
    return RecoveryCode(code, expires)


async def claim_profile(call: Call) -> Reply:
    """This device gets the profile of a link, or of a recovery code, which is then used up."""
    link = await valid_link(call.context, call.body.token)
    require(link.player != call.player, "own_profile")
    store = call.context.store
    devices = await store.read(people.devices_of, link.player)
    require(len(devices) < MOST_DEVICES, "too_many_devices", most=MOST_DEVICES)
    guest = await call.context.guests.get(link.player)
    require(guest, "no_profile")
    row = new_device(call, link.player)
    former = await farewell(call)
    try:
        await store.write(UseProfileLink(link.token_hash), AddDevice(row), *former)
    except Conflict:
        raise RequestRefused("no_profile") from None  # somebody else was quicker
    call.context.guests.forget(call.player)
    call.context.close_sockets([call.device] if call.person else [], Refusal("revoked"))
    cookie = call.context.identity.cookie_for(row.id)
    name = guest.name if guest else ""
    return Reply(ProfileClaimed(name, link.kind), headers={"set-cookie": cookie})


async def farewell(call: Call) -> list[Change]:
    """This device leaves its former profile. One that was never used is not kept."""
    if call.person is None:
        return []
    store = call.context.store
    used = await store.read(people.traces_of, call.player)
    links = await store.read(people.profile_links_of, call.player)
    others = len(await store.read(people.devices_of, call.player)) > 1
    keep = used or links or others
    return [RemoveDevice(call.device) if keep else EraseGuest(call.player)]


async def valid_link(context: Context, text: str) -> ProfileLinkRow:
    """The link or code, or one and the same refusal: unknown, used, replaced, expired."""
    # A code with two hyphens less than it has looks like the token of a link.
    possible = (LINK, hash_token(text) if is_token(text) else None), (RECOVERY, hash_code(text))
    for kind, hashed in possible:
        link = await context.store.read(people.profile_link, hashed) if hashed else None
        same = link and hashed and hmac.compare_digest(link.token_hash, hashed)
        if link and same and link.kind == kind and link.expires > context.tables.now:
            return link
    raise RequestRefused("no_profile")


# Export and erasure


async def export_profile(call: Call) -> Reply:
    """Everything the server keeps of a guest, as JSON lines."""
    name = {"content-disposition": 'attachment; filename="splendor-profile.jsonl"'}
    return Reply(exported(call.context, call.player), LINES, name)


async def exported(context: Context, player: str) -> AsyncIterator[bytes]:
    """Line by line, one table after another: nothing is collected in memory."""
    store = context.store
    guest = await store.player(player)
    if guest is None:
        return
    yield line("profile", name=guest.name, created=guest.created)
    for device in await store.read(people.devices_of, player):
        yield line("device", name=device.name, created=device.created, seen=device.seen)
    for link in await store.read(people.profile_links_of, player):
        yield line(link.kind, expires=link.expires)
    for told in await store.read(people.subscriptions_of, player):
        yield line("push", endpoint=told.endpoint, created=told.created)
    for kind, row in await store.read(people.kept_of, player):
        yield line(kind, **{key: value for key, value in row.items() if key not in INTERNAL})
    mine = await store.read(people.members_of, player)
    for table in await store.read(people.traces_of, player):
        async for each in exported_table(context, player, table, table in mine):
            yield each


async def exported_table(
    context: Context, player: str, table: str, mine: bool
) -> AsyncIterator[bytes]:
    """The lines of one table. Of a table that is no longer among theirs (`mine`), a guest learns
    only what they did there themselves: its id would let them in.
    """
    row = await context.store.table(table)
    if row is None:
        return
    name = table if mine else hash_token(table)[:22]
    shown = {"status": row.status, "seats": json_of(row.summary).get("seats", [])} if mine else {}
    yield line("table", table=name, rules=row.rules, created=row.created, **shown)
    for event in await context.store.events(table):
        if event.player == player and event.kind in EXPORTED:
            body = own_part(json_of(event.body), player)
            yield line("event", table=name, number=event.seq, at=event.at, event=body)


def json_of(body: bytes) -> dict[str, object]:
    found = decode_json(body)
    return found if isinstance(found, dict) else {}


def own_part(event: dict[str, object], player: str) -> dict[str, object]:
    """An event without the guest's id, and without the nonce, which is secret until the end."""
    return {key: it for key, it in event.items() if it != player and key != "nonce"}


def line(kind: str, **values: object) -> bytes:
    return bytes(encode({"kind": kind, **values})) + b"\n"


async def erase_profile(call: Call) -> Reply:
    """Erase a guest. The name must be repeated, so that nobody does it by mistake."""
    require(call.body.name == call.who.name, "wrong_name")
    tables = await erase(call.context, call.player)
    headers = {"set-cookie": call.context.identity.expired_cookie()}
    return Reply(Erased(tables), headers=headers)


# The page about the server


async def show_privacy(call: Call) -> Privacy:
    settings = call.context.settings
    return Privacy(
        settings.contact or "", settings.privacy_text, settings.keep_guests, settings.keep_games
    )


PROFILE = "/api/profile"
PROFILE_ENDPOINTS = (
    Endpoint(
        "GET", PROFILE, show_profile, "My profile: its devices, and whether it has a recovery code",
        Profile, needs_guest=True, for_banned=True,
    ),
    Endpoint(
        "DELETE", f"{PROFILE}/devices/{{device}}", revoke_device, "Sign out one of my devices",
        Profile, needs_guest=True, for_banned=True, rate="profile", refuses=(404,),
    ),
    Endpoint(
        "POST", f"{PROFILE}/links", make_link,
        "A link that gives another device my profile, once, within 15 minutes", ProfileLink,
        needs_guest=True, rate="profile", refuses=(409,),
    ),
    Endpoint(
        "POST", f"{PROFILE}/recovery", make_recovery_code,
        "A code to write down that gives a device my profile, once; it replaces the former one",
        RecoveryCode, needs_guest=True, rate="profile",
    ),
    Endpoint(
        "POST", f"{PROFILE}/claims", claim_profile,
        "Give this device the profile of a link or recovery code", ProfileClaimed, ProfileClaim,
        rate="claim", refuses=(404, 409),
    ),
    Endpoint(
        "GET", f"{PROFILE}/export", export_profile, "Everything kept of me, as JSON lines",
        kind=LINES, needs_guest=True, for_banned=True, rate="profile", cost=COST_OF_EXPORT,
    ),
    Endpoint(
        "POST", f"{PROFILE}/erasure", erase_profile,
        "Erase my profile: games with others keep a deleted player", Erased, ErasureRequest,
        needs_guest=True, for_banned=True, rate="profile", cost=COST_OF_ERASURE, refuses=(409,),
    ),
    Endpoint("GET", "/api/privacy", show_privacy, "Contact and privacy of this server", Privacy),
)  # fmt: skip
