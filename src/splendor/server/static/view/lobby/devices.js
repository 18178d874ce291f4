/** My profile and its devices: the page /devices, which links between devices open, too. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { profileApi } from '../../net/profile.js';
import { language, t } from '../../texts/index.js';
import { Cta, Wrong } from '../shared/fields.js';
import { myName } from '../shared/names.js';
import { QrCode } from '../shared/qr.js';
import { dropFragment, fragment } from '../shared/route.js';
import { Share } from '../shared/share.js';
import { whyOf } from '../shared/why.js';
import { Footer, PageBar } from './page_bar.js';

/** @typedef {import('../../net/profile.js').Profile} Profile */
/** @typedef {{ profile: Profile, show: (profile: Profile) => void }} Known */

const TOKEN = /^#profile=([\w-]{22})$/;

export function DevicesPage() {
  const [profile, show] = useState(/** @type {Profile | null} */ (null));
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    profileApi.mine().then(show).catch((error) => setWrong(whyOf(error)));
  }, []);
  const token = fragment.value.match(TOKEN)?.[1];
  const known = profile ? { profile, show } : null;
  return html`<div class="lobby"><${PageBar} />
    <main class="profile" tabindex="-1"><h1>${t(token ? 'profile.here' : 'profile')}</h1><${Wrong} text=${wrong} />
      ${token && profile ? html`<${Arrival} token=${token} profile=${profile} />` : null}
      ${known && !token ? html`<div><${Devices} ...${known} /><${OtherDevice} /></div>
        <div><${Recovery} ...${known} /><${Typed} profile=${profile} /><${MyData} /></div>` : null}
      <p><a class="how" href="/">${t('toLobby')}</a></p></main><${Footer} /></div>`;
}

/** Do something once at a time, and say what went wrong. @returns {[boolean, string, (act: () => Promise<any>) => void]} */
function useTask() {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const run = async (/** @type {() => Promise<any>} */ act) => {
    setBusy(true);
    setWrong('');
    await act().catch((error) => setWrong(whyOf(error)));
    setBusy(false);
  };
  return [busy, wrong, run];
}

/** @param {string} id @param {any} content */
const box = (id, content) => html`<section class="box" aria-labelledby="profile-${id}">
  <h2 id="profile-${id}">${t(`profile.${id}`)}</h2>${content}</section>`;

/** Everything begins anew with the other profile. */
const startAnew = () => location.replace('/');

// A link was opened here

/** @param {{ token: string, profile: Profile }} props */
function Arrival({ token, profile }) {
  const [busy, wrong, run] = useTask();
  const take = () => run(async () => {
    await profileApi.claim(token);
    startAnew();
  });
  return html`<section class="box" aria-label=${t('profile.here')}><p>${t('profile.here.ask')}</p>
    <${Leaving} profile=${profile} /><${Wrong} text=${wrong} />
    <div class="row"><${Cta} name=${t('profile.here.yes')} disabled=${busy} act=${take} />
      <${Cta} name=${t('profile.here.no')} second=${true} act=${dropFragment} /></div></section>`;
}

/** What this device would leave. @param {{ profile: Profile }} props */
const Leaving = ({ profile }) => (profile.tables
  ? html`<p class="warning">${t('profile.leaving', { name: myName.value, tables: profile.tables })}</p>` : null);

// The devices

/** @param {Known} known */
function Devices({ profile, show }) {
  return box('devices', html`<ul class="lines devices">${profile.devices.map((each) => html`
    <${DeviceLine} key=${each.device} device=${each} show=${show} />`)}</ul>`);
}

/** @param {{ device: import('../../net/profile.js').Device, show: (profile: Profile) => void }} props */
function DeviceLine({ device, show }) {
  const [asked, setAsked] = useState(false);
  const [busy, wrong, run] = useTask();
  const name = device.name || t('profile.device');
  const signOut = () => run(async () => {
    const left = await profileApi.revoke(device.device);
    if (device.this) startAnew();
    else show(left);
  });
  const sure = html`<span class="row"><button type="button" class="quiet" disabled=${busy} onClick=${signOut}>
      ${t('profile.signOut.sure')}</button>
    <button type="button" class="quiet" onClick=${() => setAsked(false)}>${t('no')}</button></span>`;
  return html`<li><span><b>${name}</b> ${device.this ? html`<em>${t('profile.this')}</em>` : null}
      <small>${t('profile.seen', { day: dayOf(device.seen) })}</small></span>
    ${asked ? sure : html`<button type="button" class="quiet" onClick=${() => setAsked(true)}
      aria-label=${`${t('profile.signOut')}: ${name}`}>${t('profile.signOut')}</button>`}
    ${asked && device.this ? html`<p class="warning">${t('profile.signOut.this')}</p>` : null}<${Wrong} text=${wrong} /></li>`;
}

/** @param {number} moment */
const dayOf = (moment) => new Date(moment).toLocaleDateString(language.value, { dateStyle: 'medium' });

/** @param {number} moment */
const timeOf = (moment) => new Date(moment).toLocaleTimeString(language.value, { timeStyle: 'short' });

// Another device

function OtherDevice() {
  const [made, setMade] = useState(/** @type {import('../../net/profile.js').ProfileLink | null} */ (null));
  const [busy, wrong, run] = useTask();
  const make = () => run(async () => setMade(await profileApi.makeLink()));
  return box('other', html`<p>${t('profile.other.about')}</p>
    ${made ? html`<div class="by-link"><${QrCode} text=${made.link} label=${t('profile.other.qr')} />
      <div><${Share} link=${made.link} label=${t('profile.other.link')}
        about=${t('profile.other.until', { time: timeOf(made.expires) })} /></div></div>` : null}
    <${Wrong} text=${wrong} />
    <${Cta} name=${t(made ? 'profile.other.again' : 'profile.other.make')} second=${Boolean(made)} disabled=${busy}
      act=${make} />`);
}

// The recovery code

/** @param {Known} known */
function Recovery({ profile, show }) {
  const [code, setCode] = useState('');
  const [busy, wrong, run] = useTask();
  const make = () => run(async () => {
    const made = await profileApi.makeCode();
    setCode(made.code);
    show({ ...profile, recovery: made.expires });
  });
  const has = profile.recovery ? t('profile.recovery.has', { day: dayOf(profile.recovery) }) : t('profile.recovery.none');
  return box('recovery', html`<p>${t('profile.recovery.about')}</p>
    ${code ? html`<output class="code">${code}</output><p>${t('profile.recovery.write')}</p>` : html`<p>${has}</p>`}
    <${Wrong} text=${wrong} />
    ${code ? null : html`<${Cta} name=${t(profile.recovery ? 'profile.recovery.again' : 'profile.recovery.make')}
      second=${true} disabled=${busy} act=${make} />`}`);
}

/** A code, or a link that cannot be clicked here. @param {{ profile: Profile }} props */
function Typed({ profile }) {
  const [text, setText] = useState('');
  const [busy, wrong, run] = useTask();
  const token = text.match(/#profile=([\w-]{22})/)?.[1] ?? text.trim();
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    run(async () => {
      await profileApi.claim(token);
      startAnew();
    });
  };
  return box('typed', html`<form class="typed" onSubmit=${take}><p id="typed-about">${t('profile.typed.about')}</p>
    <label for="typed-code">${t('profile.typed.code')}</label>
    <input id="typed-code" value=${text} autocomplete="off" spellcheck=${false} aria-describedby="typed-about"
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    ${text ? html`<${Leaving} profile=${profile} />` : null}<${Wrong} text=${wrong} />
    <button type="submit" class="cta second" disabled=${busy || !token || token.length > 64}>${t('profile.typed.use')}</button>
  </form>`);
}

// What the server keeps

function MyData() {
  const [typed, setTyped] = useState('');
  const [busy, wrong, run] = useTask();
  const erase = (/** @type {Event} */ event) => {
    event.preventDefault();
    run(async () => {
      await profileApi.erase(typed.trim());
      startAnew();
    });
  };
  return box('data', html`<p>${t('profile.data.about')} <a href="/privacy">${t('privacy')}</a></p>
    <p><a class="quiet" href="/api/profile/export" download>${t('profile.export')}</a></p>
    <details class="erase"><summary>${t('profile.erase')}</summary>
      <form class="typed" onSubmit=${erase}><p class="warning">${t('profile.erase.about')}</p>
        <label for="erase-name">${t('profile.erase.name', { name: myName.value })}</label>
        <input id="erase-name" value=${typed} autocomplete="off" spellcheck=${false}
          onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />
        <${Wrong} text=${wrong} />
        <button type="submit" class="cta second" disabled=${busy || typed.trim() !== myName.value}>
          ${t('profile.erase.sure')}</button></form></details>`);
}
