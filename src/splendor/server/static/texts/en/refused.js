/**
 * English: why something was refused, by the code of the refusal (docs/refusals.md). Gems and options are in words
 * already; `gems` is a list of them.
 */

import { counted } from '../counted.js';

/** @type {Object<string, string | ((values: any) => string)>} */
export default {
  // The page itself
  'refused.offline': 'The server cannot be reached.',
  'refused.gone': 'The table is gone.',

  // Requests
  'refused.other': '{text}',
  'refused.failed': 'The server made a mistake: nothing has changed.',
  'refused.full': 'There are too many tables: try again later.',
  'refused.malformed': 'The server did not understand that: load the page again.',
  'refused.not_admitted': 'The server takes no requests from this address.',
  'refused.not_found': ({ what }) => {
    if (what === 'rules') return 'There is no such rule set.';
    if (what === 'game') return 'This game is no longer in your list.';
    if (what === 'device') return 'There is no such device.';
    if (what === 'puzzle') return 'There is no such puzzle.';
    return what === 'address' ? 'There is nothing at this address.' : 'There is no such table.';
  },
  'refused.not_json': 'The server did not understand that: load the page again.',
  'refused.not_local': 'Only a page on the computer that runs the game can open or close it.',
  'refused.no_network': 'This computer has no address in a private network: is it connected to a Wi-Fi?',
  'refused.cannot_listen': 'Nothing can be opened at {address}: a firewall or another program prevents it.',
  'refused.no_guest': 'Say who you are first: type your name.',
  'refused.query_choice': 'The server did not understand that: load the page again.',
  'refused.query_since': 'The server did not understand that: load the page again.',
  'refused.query_before': 'The server did not understand that: load the page again.',
  'refused.query_long': 'That is too long.',
  'refused.query_moves': 'A line has 1 to {most} moves.',
  'refused.query_number': '“{name}” must be a number that fits the game.',
  'refused.review_long': 'Only a game of at most {most} decisions can be reviewed.',
  'refused.review_same': 'The review would be the same.',
  'refused.reviews_running': 'You have {most} reviews in the making: wait for one of them.',
  'refused.store': ({ reason }) => (reason === 'unknown'
    ? 'The server had trouble with its disk: load the page again to see whether that was saved.'
    : 'The server cannot write to its disk: nothing has changed.'),
  'refused.too_large': 'That is too long.',
  'refused.too_often': 'That was too much at once: wait a moment.',
  'refused.wrong_method': 'That cannot be done here.',
  'refused.hello_again': 'The server did not understand that: load the page again.',
  'refused.unknown_command': 'That cannot be done at a table.',

  // Profiles and devices
  'refused.banned': ({ until }) => (until > 2e14 ? 'This profile is banned.'
    : `This profile is banned until ${new Date(until).toLocaleString('en')}.`),
  'refused.no_profile': 'This link or code is not valid, was used, or is too old.',
  'refused.own_profile': 'This device has that profile already.',
  'refused.revoked': 'This device was signed out.',
  'refused.no_push': 'This server sends no push messages.',
  'refused.bad_endpoint': 'The browser’s push service cannot be used.',
  'refused.too_many_devices': ({ most }) => `A profile has at most ${most} devices: sign out one of them first.`,
  'refused.too_many_links': ({ most }) => `There are ${most} unused links: wait until they expire.`,
  'refused.wrong_name': 'That is not the name of this profile.',

  // What people write
  'refused.bad_length': ({ what, most }) =>
    (what === 'name' ? `A name has 1 to ${most} characters.` : `A message has 1 to ${most} characters.`),
  'refused.bad_character': 'The character {character} in it cannot be shown: leave it out.',
  'refused.bad_accents': 'It has too many accents on one letter.',
  'refused.no_letter': 'It needs at least one visible letter.',

  // Options of a new table
  'refused.unknown_rules': 'There is no such rule set.',
  'refused.unknown_option': 'These rules have no option “{name}”.',
  'refused.option_choice': '{name}: this value cannot be chosen.',
  'refused.option_range': '{name}: choose a number from {low} to {high}.',
  'refused.option_seat': '{name}: there is no such seat.',
  'refused.no_deal': 'That game began with a position: it has no deal to check.',
  'refused.fork_seats': 'That game has {seats} seats.',
  'refused.fork_ply': ({ last }) => `That game can be forked after at most ${counted(last, 'decision')}.`,
  'refused.bad_nonce': 'Your random text has characters that are not allowed.',

  // Tables
  'refused.bad_clock': 'A clock has at least {least} seconds for the game, or days for each turn.',
  'refused.kept': 'This seat is kept for the person who left it: only a private link of theirs passes it on.',
  'refused.not_host': 'Only the host of the table can do that.',
  'refused.not_idle': 'Nobody has kept the others waiting for long enough.',
  'refused.other_question': 'That question is no longer open: look at the present one.',
  'refused.removed': 'The host has removed you from this table.',
  'refused.unchanged': 'That is so already.',
  'refused.undo_time': 'There is not enough time on the clock to take the move back.',
  'refused.used_id': 'The server did not understand that: load the page again.',
  'refused.begun': 'The game has begun.',
  'refused.chat_full': 'This table has no room for more chat messages.',
  'refused.log_full': 'Too much has happened at this table: it can only be played or given up.',
  'refused.bot': ({ seat }) => (seat === undefined
    ? 'A bot plays for you: only people who play can ask or answer.' : 'A bot plays there already.'),
  'refused.frozen': 'This game cannot be continued: its log is damaged, or the operator has stopped it.',
  'refused.no_bot': 'There is no such bot.',
  'refused.no_hints': 'There are no hints where other people play, unless the table allows them.',
  'refused.no_decision': 'That game has no such decision.',
  'refused.no_training': 'The coach judges moves only in games against bots.',
  'refused.no_link': 'This link is not valid, was used, or is too old.',
  'refused.no_person': ({ seat }) => (seat === undefined ? 'One seat must be for a person.' : 'Nobody sits there.'),
  'refused.no_seat': 'There is no such seat.',
  'refused.not_alone': 'Other people played this game: hide it instead.',
  'refused.not_asked': 'The question is no longer open.',
  'refused.not_away': 'No bot plays for you, or you gave up the seat.',
  'refused.not_begun': 'The game has not begun yet.',
  'refused.not_over': ({ what }) => (what === 'rematch'
    ? 'The game is not over yet.' : 'The game is not over: that would reveal hidden cards.'),
  'refused.not_seated': 'You do not sit at this table.',
  'refused.not_your_turn': 'It is not your turn.',
  'refused.not_yours': 'That seat is not yours.',
  'refused.nothing': 'You have no move to take back.',
  'refused.one_name': 'Only people who share a screen can name their seats.',
  'refused.over': 'The game is over.',
  'refused.own_question': 'You asked this question: only the others can agree.',
  'refused.own_seat': 'That seat is your own.',
  'refused.pause_alone': 'A game can only be paused where no other person plays.',
  'refused.pause_clock': 'A game with a clock cannot be paused.',
  'refused.present': 'They have not been away for long enough.',
  'refused.ready': 'You are ready already.',
  'refused.rematched': 'There is a rematch already.',
  'refused.resigned': 'That seat was given up already.',
  'refused.revealed': 'A hidden card or token was revealed since: the move cannot be taken back.',
  'refused.seated': 'If you have played at one seat, you cannot take another one.',
  'refused.stale': 'The table has changed since: look at it again.',
  'refused.taken': ({ bot }) => (bot ? 'A bot plays on at that seat.' : 'That seat is taken.'),
  'refused.time': 'Your time is up.',

  // Bots
  'refused.analysis_moves': 'That is too much for one hint.',
  'refused.analysis_seconds': 'That is too long for one hint.',
  'refused.bot_failed': 'The bot has failed: try again, or choose another one.',
  'refused.bot_too_slow': 'The bot has thought for too long: try again.',
  'refused.bots_closed': 'The server is starting or closing: try again in a moment.',
  'refused.busy': 'The server is busy: try again in a moment.',
  'refused.nothing_to_decide': 'There is nothing to decide for this seat.',

  // Moves, in both games
  'refused.not_a_move': 'That is not a move.',
  'refused.turn_over': 'Your turn ends before that',
  'refused.seen_first': 'Something hidden is revealed first: confirm up to there, then go on',
  'refused.game_over': 'The game is over',
  'refused.not_possible': 'That is not possible now',
  'refused.first_pay': 'First choose what gold stands for, or pay',
  'refused.hand_full': 'You have {limit} cards in hand already',
  'refused.deck_empty': 'The deck of level {level} is empty',
  'refused.no_card': 'There is no card at {place}',
  'refused.short': ({ missing }) => `You are ${counted(missing, 'token')} short of this card`,
  'refused.no_gold_choice': 'There is only one way to pay for this card',
  'refused.nothing_to_pay': 'Nothing is being paid',
  'refused.must_act': 'You may pass only when nothing else is possible',

  // Moves of Splendor
  'refused.first_return': 'First return tokens',
  'refused.first_noble': 'First choose a noble',
  'refused.pair_needs': 'You can take two alike only if {need} are in the supply ({gem}: {left})',
  'refused.over_token_limit': 'With {more} more you would hold over {limit} tokens',
  'refused.no_gem': 'There is no {gem} in the supply',
  'refused.token_limit': 'You hold {limit} tokens',
  'refused.take_different': 'Take {count} different colours, such as {example}',
  'refused.nothing_to_return': ({ count }) => `You hold ${counted(count, 'token')} and need to return none`,
  'refused.nobles_come': 'Nobles come by themselves at the end of a turn',
  'refused.no_noble': 'There is no noble',
  'refused.nobles_enough': ({ limit }) => `You have ${counted(limit, 'noble')} already, and may not have more`,
  'refused.lacks_bonuses': 'You lack these bonuses: {gems}',
  'refused.one_noble_a_turn': 'You have received a noble this turn already',
  'refused.no_noble_choice': 'There is no noble to choose',

  // Moves of Splendor Duel
  'refused.first_gold': 'First choose which gold to take',
  'refused.first_colour': 'First choose the colour of the wild card',
  'refused.first_match': 'First take a token of the card’s colour',
  'refused.first_steal': 'First take a gem or pearl from your opponent',
  'refused.first_royal': 'First choose a royal card',
  'refused.first_discard': 'First return tokens',
  'refused.no_token': 'There is no token at {place}',
  'refused.gold_with_reserve': 'Gold only comes with a reserved card',
  'refused.not_a_line': 'These tokens cannot be taken',
  'refused.no_privilege': 'You have no privilege',
  'refused.privilege_too_late': 'Privileges are used before the board is filled',
  'refused.bag_empty': 'The bag is empty',
  'refused.no_gold_on_board': 'There is no gold on the board',
  'refused.wild_needs_bonus': 'This card is wild, and you own no card with a bonus to place it on',
  'refused.no_wild_card': 'No wild card is being bought',
  'refused.no_token_due': 'No card you bought gives you a token now',
  'refused.no_royal_due': ({ crowns }) => `You have ${counted(crowns, 'crown')}, and no royal card is due`,
  'refused.discard_later': 'Tokens over {limit} are returned at the end of the turn',
  'refused.nothing_to_discard': ({ count }) => `You hold ${counted(count, 'token')} and need to return none`,
};
