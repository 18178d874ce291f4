/** While the rules are being compiled: look now and then whether there is another page, and go there. */

const PAUSE = 1500; // milliseconds
const GERMAN = 'Einen Moment: Die Regeln werden für diesen Rechner übersetzt. Das geschieht einmal und dauert etwa '
  + 'eine halbe Minute; dann geht es von selbst weiter.';

if (navigator.language.startsWith('de')) {
  const said = Object.assign(document.createElement('p'), { lang: 'de', textContent: GERMAN });
  document.querySelector('[role=status]')?.after(said);
}

async function look() {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  const page = answer?.ok ? await answer.text() : '';
  if (page && !page.includes('/compiling.js')) location.reload();
  else setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
