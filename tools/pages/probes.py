"""The scripts that `tools/pages/speed.py` runs in a page, and the texts of its report."""

HEAD = """# How quick the pages are

Written by `make pages`. Server, its bots and the browser share one machine:
{machine}.

## Opening

With empty caches, {openings} times each. **On the wire** is everything that the page has loaded
when nothing more comes: files (compressed), answers, headers, the socket's messages; the lobby also
fetches what the table will need. **First paint** is the browser's first-contentful-paint, **whole**
its largest-contentful-paint. The bars for a table: 300 kB, first paint within 1 s.
"""
OPENING_COLUMNS = (
    "screen",
    "on the wire",
    "requests",
    "first paint, median",
    "most",
    "whole, median",
)

CLICKS_HEAD = """
## From a click to the screen

Tables of two people, without bots; the other one's moves come through the API. The time runs from
the browser's input event to the frame that shows the change: a picked token is shown by the page
itself, a confirmed move when the server has it on disk and has told so. The bar: 100 ms.
"""
CLICKS_COLUMNS = ("", "clicks", "median", "95 %", "most")

FRAMES_HEAD = """
## Frames while something flies

From the confirmed move until the last thing has landed, frame by frame as the page's own code sees
them (`requestAnimationFrame`). What flies does not wait for the page (Web Animations), so what is
shown can only be smoother. A frame of 60 in a second takes 16.7 ms; a longer one has dropped some.
"""
FRAMES_COLUMNS = ("", "frames", "median", "longest", "dropped")

PAINTS = """() => new Promise((done, fail) => {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  new PerformanceObserver((list) => done([first.startTime, list.getEntries().at(-1).startTime]))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(fail, 10_000, new Error('nothing was painted'));
})"""

# Each of these begins to watch with the next click; `RESULT` waits for what it has found, not
# for ever.
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
    const until = performance.now() + 3000; // all has landed, though nobody saw it
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
