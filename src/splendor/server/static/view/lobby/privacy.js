/** The page /privacy: what the operator of the server says, and what the server keeps. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { profileApi } from '../../net/profile.js';
import { t } from '../../texts/index.js';
import { Wrong } from '../shared/fields.js';
import { whyOf } from '../shared/why.js';
import { Footer, PageBar } from './page_bar.js';

const LINK = /^(https?:\/\/\S+|mailto:\S+)$/;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function PrivacyPage() {
  const [about, setAbout] = useState(/** @type {import('../../net/profile.js').Privacy | null} */ (null));
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    profileApi.privacy().then(setAbout).catch((error) => setWrong(whyOf(error)));
  }, []);
  return html`<div class="lobby"><${PageBar} name=${false} />
    <main class="profile" tabindex="-1"><h1>${t('privacy')}</h1><${Wrong} text=${wrong} />
      ${about ? html`<${About} ...${about} />` : null}
      <p><a class="how" href="/">${t('toLobby')}</a></p></main><${Footer} /></div>`;
}

/** @param {import('../../net/profile.js').Privacy} props */
const About = ({ contact, text, keep_guests: guests, keep_games: games }) => html`
  <section class="box" aria-labelledby="privacy-contact"><h2 id="privacy-contact">${t('privacy.contact')}</h2>
    <p>${contact ? html`<${Contact} text=${contact} />` : t('privacy.contact.none')}</p></section>
  ${text ? html`<section class="box" aria-label=${t('privacy.operator')}><h2>${t('privacy.operator')}</h2>
    ${text.split(/\n\s*\n/).map((part) => html`<p>${part}</p>`)}</section>` : null}
  <section class="box" aria-labelledby="privacy-kept"><h2 id="privacy-kept">${t('privacy.kept')}</h2>
    <ul class="plain">${t('privacy.kept.text').split('\n').map((line) => html`<li>${line}</li>`)}
      <li>${guests ? t('privacy.guests', { days: guests }) : t('privacy.guests.ever')}</li>
      <li>${games ? t('privacy.games', { days: games }) : t('privacy.games.ever')}</li></ul>
    <p><a href="/devices">${t('profile')}</a></p></section>`;

/** An address becomes a link. @param {{ text: string }} props */
function Contact({ text }) {
  const address = LINK.test(text) ? text : MAIL.test(text) ? `mailto:${text}` : '';
  return address ? html`<a href=${address} rel="noopener">${text}</a>` : text;
}
