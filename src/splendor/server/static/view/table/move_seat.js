/** Moving my seat to another device: a QR code and a link that work once, for two minutes. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { t } from '../../texts/index.js';
import { timeText } from '../shared/clock.js';
import { useNetwork } from '../shared/network.js';
import { QrCode } from '../shared/qr.js';
import { ShareLink } from '../shared/share.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

const VALID = 120; // seconds
const TICK = 1000; // milliseconds

/** For each seat that is mine, that I have left, or that I have moved. @param {{ live: LiveTable }} props */
export function MoveSeats({ live }) {
  const { kept = [], moved = [] } = live.news.value ?? {};
  const seats = [...live.seats.value, ...kept];
  return html`${moved.map((seat) => html`<${MovedSeat} key="moved ${seat}" live=${live} seat=${seat} />`)}
    ${seats.map((seat) => html`<${MoveSeat} key=${seat} live=${live} seat=${seat} several=${seats.length > 1} />`)}`;
}

/** The seat is on another device now: what this screen shows, and the way back. @param {{ live: LiveTable, seat: number }} props */
export const MovedSeat = ({ live, seat }) => html`<div class="move-bar"><span><b>${t('seatMoved')}</b>
    <small>${t('seatMoved.about')}</small></span>
  <button type="button" class="quiet" onClick=${() => live.sit(seat)}>${t('takeSeatBack')}</button></div>`;

/** @param {{ live: LiveTable, seat: number, several: boolean }} props */
function MoveSeat({ live, seat, several }) {
  const network = useNetwork();
  const [made, setMade] = useState(/** @type {{ link: string, until: number } | null} */ (null));
  const make = async () => {
    try {
      const { link } = await api.seatLink(live.id, seat, VALID);
      setMade({ link, until: performance.now() + VALID * 1000 });
    } catch (error) {
      live.refuse(error);
    }
  };
  const forget = () => setMade(null);
  if (made) return html`<${Code} key=${made.link} ...${made} forget=${forget} />`;
  const name = several ? `${t('moveSeat')} (${t('seat', { seat: seat + 1 })})` : t('moveSeat');
  const closed = network?.can && !network.address; // no phone could open the link
  return html`<div class="move-bar"><span><b>${t('moveSeat.ask')}</b>
      <small>${t(closed ? 'moveSeat.closed' : 'moveSeat.what')}</small></span>
    <button type="button" class="quiet" disabled=${closed} onClick=${make}>${name}</button></div>`;
}

/** @param {{ link: string, until: number, forget: () => void }} props */
function Code({ link, until, forget }) {
  const left = useCountdown(until, forget);
  return html`<div class="move-seat ways" role="group" aria-label=${t('moveSeat')}>
    <${QrCode} text=${link} label=${t('moveSeat.qr')} />
    <div><p><b>${t('moveSeat')}</b></p><p>${t('moveSeat.about')}</p>
      <p class="about">${t('moveSeat.once')} <b role="timer">${timeText(left)}</b></p>
      <${ShareLink} link=${link} label=${t('moveSeat.link')} copyName=${t('copy.link')} second=${true}>
        <button type="button" class="quiet" onClick=${forget}>${t('moveSeat.keep')}</button><//>
      <p class="about"><a href="/devices">${t('moveSeat.profile')}</a></p></div></div>`;
}

/** The milliseconds that are left. @param {number} until @param {() => void} over */
function useCountdown(until, over) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (now >= until) over();
  }, [now >= until]);
  return Math.max(0, until - now);
}
