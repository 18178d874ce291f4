/** While the rules are being compiled: look now and then whether there is another page, and go there. */

const PAUSE = 1500; // milliseconds

async function look() {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  const page = answer?.ok ? await answer.text() : '';
  if (page && !page.includes('/static/compiling.js')) location.reload();
  else setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
