/** The cards of a rule set, by the ids that the wire uses. */

import { letterOf } from './price.js';

/** @typedef {import('./types.js').Card} Card */
/** @typedef {import('./types.js').CardId} CardId */

export class Catalogue {
  /** @param {{ cards: any[], nobles: any[], royals: any[] }} given as /api/tables/…/cards tells it:
   *   the options of a table may change what a noble is worth */
  constructor(given) {
    /** @type {Map<CardId, Card>} */
    this.cards = new Map(given.cards.map((card) => [card.name ?? card.id, cardOf(card)]));
    /** @type {import('./types.js').Noble[]} */
    this.nobles = given.nobles;
    /** @type {Map<string, import('./types.js').Royal>} */
    this.royals = new Map(given.royals.map((royal) => [royal.name, royal]));
  }

  /** @param {CardId} id */
  card(id) {
    const card = this.cards.get(id);
    if (!card) throw new Error(`there is no card ${id}`);
    return card;
  }

  /** @param {number} id */
  noble(id) {
    return this.nobles[id];
  }

  /** @param {string} name */
  royal(name) {
    const royal = this.royals.get(name);
    if (!royal) throw new Error(`there is no royal card ${name}`);
    return royal;
  }
}

/** @param {any} given @returns {Card} */
function cardOf(given) {
  const count = given.bonus_count ?? 1;
  return {
    id: given.name ?? given.id,
    level: given.level,
    bonus: count ? letterOf(given.bonus) : 'N',
    count,
    points: given.points,
    crowns: given.crowns ?? 0,
    ability: given.ability && given.ability !== 'none' ? given.ability : '',
    cost: given.cost,
  };
}
