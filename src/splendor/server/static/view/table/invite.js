/** Inviting others: open the table to the network if only this computer reaches it, then link and QR code. */

import { html, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Cta, Select, Wrong, optionsOf } from '../shared/fields.js';
import { changeNetwork, isLocal, linkHere, onlyHere, useNetwork } from '../shared/network.js';
import { QrCode } from '../shared/qr.js';
import { ShareLink } from '../shared/share.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../shared/network.js').Network} Network */

/** `about` says what whoever opens the link can do; `Heading` is `h2` or `h3`.
 * @param {{ about: string, Heading?: string, children?: any }} props */
export function Invite({ about, Heading = 'h2', children }) {
  const network = useNetwork();
  const isOpen = Boolean(network?.address);
  const asks = Boolean(network?.can) && !isOpen && !onlyHere.value;
  return html`<section class="box invite ${asks ? 'asks' : ''}" aria-labelledby="invite-title">
    <${Heading} id="invite-title">${t(asks ? 'network.ask' : 'invite')}
      ${isOpen ? html`<span class="network-state"><i></i>${t('network.open')}</span>` : null}<//>
    ${network === null ? html`<p role="status">${t('loading')}</p>` : null}
    ${network && (asks ? html`<${Ask} network=${network} />` : html`<${Ways} network=${network} about=${about} />`)}
    ${children}</section>`;
}

/** Do something with the network, and say what went wrong. @returns {[boolean, string, (open: boolean, address?: string) => void]} */
function useChange() {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const change = async (/** @type {boolean} */ open, address = '') => {
    setBusy(true);
    setWrong(await changeNetwork(open, address).then(() => '', whyOf));
    setBusy(false);
  };
  return [busy, wrong, change];
}

/** Before a link is shown that nobody else could open. @param {{ network: Network }} props */
function Ask({ network }) {
  const { addresses = [] } = network;
  const [address, setAddress] = useState(addresses[0] ?? '');
  const [busy, wrong, change] = useChange();
  const keep = () => {
    onlyHere.value = true;
  };
  return html`<p>${t('network.about')}</p>
    ${addresses.length > 1 ? html`<${Select} label=${t('network.which')} value=${address} onChange=${setAddress}>
      ${optionsOf(addresses.map((each) => [each, each]))}<//>` : null}
    <div class="row-of-buttons">
      <${Cta} name=${t('network.yes')} disabled=${busy || !addresses.length} act=${() => change(true, address)} />
      <${Cta} name=${t('network.no')} second=${true} act=${keep} /></div>
    <${Wrong} text=${wrong} />
    <p class="about">${addresses.length ? t('network.careful', { address }) : t('refused.no_network')}</p>`;
}

/** Link and QR code; a link for this computer only has no code. @param {{ network: Network, about: string }} props */
function Ways({ network, about }) {
  const link = linkHere(network);
  const here = isLocal(link) && !network.address;
  return html`<div class="ways">${here ? null : html`<${QrCode} text=${link} label=${t('invite.qr')} />`}
    <div><p>${here ? about : `${t('invite.scan')} ${about}`}</p>
      <${ShareLink} link=${link} label=${t('share')} copyName=${t('copy.link')} title=${t('title')} />
      ${network.address ? html`<${Open} network=${network} />` : null}
      ${here ? html`<${Closed} network=${network} />` : null}</div></div>`;
}

/** @param {{ network: Network }} props */
function Open({ network }) {
  const [busy, wrong, change] = useChange();
  return html`<p class="about">${t('network.while', { address: network.address })}${' '}
    <button type="button" class="textlink" disabled=${busy} onClick=${() => change(false)}>${t('network.close')}</button></p>
    <${Wrong} text=${wrong} />`;
}

/** Why nobody else can open the link, and what to do. @param {{ network: Network }} props */
function Closed({ network }) {
  if (!network.can) return html`<p class="about">${t('share.local')}</p>`;
  const ask = () => {
    onlyHere.value = false;
  };
  return html`<p class="about">${t('network.closed')}${' '}
    <button type="button" class="textlink" onClick=${ask}>${t('network.yes')}</button></p>`;
}
