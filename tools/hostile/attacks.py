"""All attacks on a server, by name."""

from collections.abc import Callable

from tools.hostile.cross_site import (
    foreign_host_names,
    forms_from_other_origins,
    malformed_handshakes,
    sockets_from_other_origins,
)
from tools.hostile.identities import (
    a_device_that_was_revoked,
    guessed_links_and_recovery_codes,
    one_link_claimed_by_many_at_once,
    profile_requests_from_other_origins,
    profiles_of_other_people,
)
from tools.hostile.moves import (
    endless_hints,
    manipulated_clocks,
    names_and_messages_with_markup,
    repeated_moves_and_moves_out_of_turn,
)
from tools.hostile.people import (
    a_second_browser_at_a_seat_that_was_left,
    spectators_at_a_full_table,
)
from tools.hostile.requests import (
    http_protocol_violations,
    malformed_bodies,
    malformed_queries,
    oversized_bodies,
    oversized_headers,
    path_traversal,
    slow_requests,
    unsupported_methods,
)
from tools.hostile.sockets import (
    a_second_hello,
    binary_and_invalid_text_frames,
    commands_before_hello,
    malformed_messages,
    message_flood,
    oversized_frames,
    ping_flood,
    refused_messages,
    sockets_cut_off_abruptly,
    websocket_protocol_violations,
)
from tools.hostile.victim import Victim

Attack = Callable[[Victim], int]
ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        malformed_messages,
        refused_messages,
        oversized_frames,
        binary_and_invalid_text_frames,
        websocket_protocol_violations,
        commands_before_hello,
        a_second_hello,
        sockets_cut_off_abruptly,
        message_flood,
        ping_flood,
        sockets_from_other_origins,
        malformed_handshakes,
        forms_from_other_origins,
        foreign_host_names,
        malformed_bodies,
        oversized_bodies,
        path_traversal,
        malformed_queries,
        unsupported_methods,
        http_protocol_violations,
        oversized_headers,
        slow_requests,
        names_and_messages_with_markup,
        repeated_moves_and_moves_out_of_turn,
        manipulated_clocks,
        endless_hints,
        spectators_at_a_full_table,
        a_second_browser_at_a_seat_that_was_left,
        one_link_claimed_by_many_at_once,
        a_device_that_was_revoked,
        profiles_of_other_people,
        profile_requests_from_other_origins,
        guessed_links_and_recovery_codes,
    )
}
