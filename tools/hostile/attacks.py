"""All attacks on a server, by the name of what they try."""

from collections.abc import Callable

from tools.hostile.doors import (
    foreign_hosts,
    forms_of_other_pages,
    sockets_from_other_pages,
    strange_handshakes,
)
from tools.hostile.moves import (
    clocks_that_are_set_forward,
    hints_without_end,
    moves_again_and_out_of_turn,
    names_and_words_with_markup,
)
from tools.hostile.requests import (
    addresses_that_lead_elsewhere,
    bodies_that_are_not_understood,
    bodies_that_are_too_long,
    heads_that_are_too_long,
    methods_that_are_not_possible,
    people_who_take_their_time,
    queries_that_are_not_understood,
    requests_against_the_protocol,
)
from tools.hostile.sockets import (
    a_flood_of_messages,
    a_flood_of_pings_of_the_protocol,
    a_second_hello,
    commands_before_hello,
    frames_against_the_protocol,
    frames_that_are_no_text,
    frames_that_are_not_understood,
    frames_that_are_too_long,
    messages_that_are_understood_and_refused,
    sockets_that_are_torn_down,
)
from tools.hostile.victim import Victim

Attack = Callable[[Victim], int]
ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        frames_that_are_not_understood,
        messages_that_are_understood_and_refused,
        frames_that_are_too_long,
        frames_that_are_no_text,
        frames_against_the_protocol,
        commands_before_hello,
        a_second_hello,
        sockets_that_are_torn_down,
        a_flood_of_messages,
        a_flood_of_pings_of_the_protocol,
        sockets_from_other_pages,
        strange_handshakes,
        forms_of_other_pages,
        foreign_hosts,
        bodies_that_are_not_understood,
        bodies_that_are_too_long,
        addresses_that_lead_elsewhere,
        queries_that_are_not_understood,
        methods_that_are_not_possible,
        requests_against_the_protocol,
        heads_that_are_too_long,
        people_who_take_their_time,
        names_and_words_with_markup,
        moves_again_and_out_of_turn,
        clocks_that_are_set_forward,
        hints_without_end,
    )
}
