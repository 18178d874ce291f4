/** The rules of the games in our own words, with pictures made of the tables' own parts. */

import { html } from '../../vendor/preact.js';
import { learn, t } from '../../texts/index.js';
import { faceOf, facesWithRules } from '../faces.js';
import { Footer, PageBar } from '../lobby/page_bar.js';
import * as shared from './pictures.js';

/** The pictures of each game. @type {Object<string, any>} */
const PICTURES = {};

/** The page, with its words and pictures. */
export async function whole() {
  const load = facesWithRules.map(async ({ game, rules }) => { PICTURES[game] = await rules?.pictures(); });
  await Promise.all([learn('rules'), ...load]);
  return { RulesPage };
}

/** A section: one of a game (see `faces.js`), or one that all games share, whose texts are `rules.ID`.
 * @typedef {import('../faces.js').Section & { shared?: boolean, table?: any }} Part */

/** @type {Part[]} */
const SHARED = [
  { id: 'tags', shared: true, picture: 'Tags' },
  { id: 'mouse', shared: true, table: shared.Mouse },
  { id: 'keys', shared: true, table: shared.Keys },
  { id: 'notation', shared: true, table: shared.Notation },
];

/** @param {{ game: string }} props */
function RulesPage({ game }) {
  const parts = [...faceOf(game).rules?.sections ?? [], ...SHARED];
  return html`<div class="lobby"><${PageBar} name=${false} />
    <main class="rules" tabindex="-1"><nav class="contents" aria-label=${t('rules.contents')}>
        <p class="which">${facesWithRules.map((face) => html`<a href=${face.rules?.address}
          aria-current=${face.game === game ? 'page' : null}>${t(face.rules?.title ?? '')}</a> `)}</p>
        <ol>${parts.map((part) => html`<li><a href="#${part.id}">${t(keyOf(game, part))}</a></li>`)}</ol></nav>
      <article class="box"><h1>${t(`rules.${game}.title`)}</h1><p class="lead">${t(`rules.${game}.lead`)}</p>
        ${parts.map((part) => html`<${Section} key=${game + part.id} game=${game} part=${part} />`)}</article></main>
    <${Footer} /></div>`;
}

/** @param {string} game @param {Part} part */
const keyOf = (game, part) => `${part.shared ? 'rules' : `rules.${game}`}.${part.id}`;

/** @param {{ game: string, part: Part }} props */
function Section({ game, part }) {
  const key = keyOf(game, part);
  const { picture, table: Listed } = part;
  const Shown = picture ? (part.shared ? shared : PICTURES[game])[picture] : null;
  return html`<section id=${part.id} aria-labelledby="title-${part.id}"><h2 id="title-${part.id}">${t(key)}</h2>
    <${Prose} text=${t(`${key}.text`)} />
    ${Shown ? html`<figure><div class="pic p-${part.id}" inert aria-hidden="true"><${Shown} game=${game} /></div>
      <figcaption>${t(`${key}.picture`)}</figcaption></figure>` : null}
    ${Listed ? html`<${Listed} game=${game} />` : null}</section>`;
}

/** Paragraphs, one in each line; lines that begin with a dot are a list. @param {{ text: string }} props */
function Prose({ text }) {
  const lines = text.split('\n');
  const items = lines.filter((line) => line.startsWith('• '));
  const before = lines.slice(0, lines.findIndex((line) => line.startsWith('• ')));
  if (!items.length) return html`${lines.map((line) => html`<p>${line}</p>`)}`;
  const after = lines.slice(lines.findLastIndex((line) => line.startsWith('• ')) + 1);
  const paragraph = (/** @type {string} */ line) => html`<p>${line}</p>`;
  return html`${before.map(paragraph)}<ul>${items.map((line) => html`<li>${line.slice(2)}</li>`)}</ul>
    ${after.map(paragraph)}`;
}
