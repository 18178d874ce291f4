"""The scripts that `tools/pages/speed.py` runs in a page, and the texts of its report."""

HEAD = """# Speed of the pages

Written by `make pages`. The server, its bots and the browser share one machine:
{machine}.

## Loading

With empty caches, {openings} times each. **Transferred** is everything that the page has loaded
when the network is idle: compressed files, answers, headers and socket messages; the lobby also
preloads what a table needs. **First paint** is the browser's first-contentful-paint, **largest
paint** its largest-contentful-paint. Targets for a table: 300 kB, first paint within 1 s.
"""
OPENING_COLUMNS = (
    "screen",
    "transferred",
    "requests",
    "first paint, median",
    "maximum",
    "largest paint, median",
)

CLICKS_HEAD = """
## From a click to the screen

Tables for two people, without bots; the opponent moves through the API. The time is measured from
the browser's input event to the frame that shows the change. A picked token is shown by the page
itself; a confirmed move is shown once the server has stored and acknowledged it. Target: 100 ms.
"""
CLICKS_COLUMNS = ("", "clicks", "median", "95 %", "maximum")

FRAMES_HEAD = """
## Frames during animations

From the confirmed move until the last animation has ended, frame by frame as the page's own code
sees them (`requestAnimationFrame`). Animations run outside the page's thread (Web Animations), so
what is shown can only be smoother. At 60 frames a second a frame takes 16.7 ms; a longer one means
that frames were dropped.
"""
FRAMES_COLUMNS = ("", "frames", "median", "longest", "dropped")

PAINTS = """() => new Promise((done, fail) => {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  new PerformanceObserver((list) => done([first.startTime, list.getEntries().at(-1).startTime]))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(fail, 10_000, new Error('nothing was painted'));
})"""

# Each of these starts to watch at the next click; `RESULT` waits for its result, at most ten
# seconds.
RESULT = """() => Promise.race([
  globalThis.watched,
  new Promise((_, fail) => setTimeout(fail, 10_000, new Error('nothing was seen'))),
])"""

AFTER_PAINT = """(act) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = act;
  channel.port2.postMessage(0);
})"""

WATCH = """() => {
  const afterPaint = %s;
  const isShown = %s;
  globalThis.watched = new Promise((done) => addEventListener('click', ({ timeStamp }) => {
    const before = isShown();
    const observer = new MutationObserver(() => {
      if (isShown() === before) return;
      observer.disconnect();
      afterPaint(() => done(performance.now() - timeStamp));
    });
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document.body, everything);
  }, { capture: true, once: true }));
  return true;
}"""
WATCH_STAGING = WATCH % (
    AFTER_PAINT,
    "() => document.querySelector('.confirm').textContent",
)
WATCH_TURN = WATCH % (AFTER_PAINT, "() => document.querySelector('.turn')?.textContent")

WATCH_FLIGHT = """() => {
  globalThis.watched = new Promise((done) => addEventListener('click', () => {
    const frames = [];
    const until = performance.now() + 3000; // give up: no animation was seen
    let last = 0;
    const frame = (now) => {
      const flying = document.querySelector('.flying') !== null;
      if (last && flying) frames.push(now - last);
      last = flying ? now : 0;
      if ((frames.length && !flying) || now > until) done(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, { capture: true, once: true }));
  return true;
}"""
