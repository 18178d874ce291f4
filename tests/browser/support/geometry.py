"""The geometry of a table in a window: what is outside of it, what overlaps, what is too small."""

from dataclasses import dataclass

from playwright.sync_api import Page, ViewportSize

from tests.browser.support.people import TWO_FRAMES

# Returns a sentence for each fault: outside the window, overlaps, tags over points, small things.
PROBE = """({ scrolls, digit, handDigit, target, panels }) => {
  const OWN = ['.tok', '.bon', '.hand > *'].flatMap((part) => [`.me ${part}`, `.first ${part}`]);
  const SOLID = ['.market .card', '.prow .card', '.deck', '.pile', '.cell', '.nobles .noble',
    '.royal', '.opps .opp', '.dp', '.confirm', '.top nav', ...OWN].join();
  const NEEDED = [SOLID, '.confirm .cta', '.confirm .prompt', '.score', '.rings', '.turn',
    '.guide .acts', '.advice li', '.pick', '.choice'].join();
  const PRESSED = ['.pile:not(.dead)', '.cell.live', '.confirm button', '.top nav button',
    '.me button.tok', '.first button.tok'].join();
  const CLICKED = '.pile:not(.dead), .cell.live, .noble.live, .confirm button';
  const found = new Set();
  const box = (each) => each.getBoundingClientRect();
  const inside = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  };
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && box(each).width > 0
    && !each.closest('.drawer, dialog') && !each.matches('.off'));
  const name = (each) => `${each.className || each.tagName}`.trim().slice(0, 40);
  const meet = (a, b, by = 1.5) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const leaves = (a, b) => a.left < b.left - 1 || a.right > b.right + 1
    || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  const screen = { left: 0, top: scrolls ? -Infinity : 0, right: innerWidth,
    bottom: scrolls ? Infinity : innerHeight };
  const glass = { ...screen, top: 0, bottom: innerHeight };

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth - innerWidth} too wide`);
  if (!scrolls && scrollHeight > innerHeight) found.add(`${scrollHeight - innerHeight} too high`);
  for (const each of seen(NEEDED)) {
    if (leaves(box(each), screen)) found.add(`outside: ${name(each)}`);
  }
  for (const each of [...seen('.confirm'), ...document.querySelectorAll('.drawer, dialog[open]')]) {
    if (leaves(box(each), glass)) found.add(`outside: ${name(each)}`);
  }

  const solid = seen(SOLID);
  const mayMeet = (one, other) => one.contains(other) || other.contains(one)
    || (one.matches('.confirm, .dp') && other.matches('.confirm, .dp'))
    || [one, other].some((each) => each.matches('.confirm:has(.choices)')) // a sheet
    || (scrolls && [one, other].some((each) => each.closest('.confirm, .first, .me')));
  solid.forEach((one, at) => solid.slice(at + 1).forEach((other) => {
    if (mayMeet(one, other) || !meet(box(one), box(other))) return;
    found.add(`overlap: ${name(one)} and ${name(other)}`);
  }));
  for (const card of seen('.card:not(.empty)')) {
    const points = card.querySelector('.pts');
    for (const other of card.querySelectorAll('.bonus, .abil, .crowns')) {
      const covered = points && other.checkVisibility() && meet(box(points), box(other), 1);
      if (covered) found.add(`over points: ${name(other)} in ${name(card)}`);
    }
    for (const chip of card.querySelectorAll('.chip')) {
      const digits = chip.querySelector('b');
      if (leaves(box(digits), box(chip))) found.add(`a digit leaves its chip: ${name(card)}`);
      if (leaves(box(chip), box(card))) found.add(`a chip leaves its card: ${name(card)}`);
      const least = card.matches('.small') ? handDigit : digit;
      const size = parseFloat(getComputedStyle(digits).fontSize);
      if (size < least) found.add(`a digit of ${size} in ${name(card)}`);
    }
  }

  // Every tag that a card may have, whatever it costs in this position: one at a time on all cards.
  const [buy, next] = document.documentElement.lang === 'de' ? ['KAUF', 'bald'] : ['BUY', 'next'];
  const word = `<span class="buy">${buy}</span>`;
  const gem = document.querySelector('.chip .i')?.outerHTML;
  const tags = [['is-buy', buy], ['is-short', '−10'], ['is-gold', `${word} ${gem}5`],
    ['is-short is-next', `${word} <small>${next}</small>`]];
  const tagged = seen('.card:has(.tag)').map((card) => {
    const tag = card.querySelector('.tag');
    return { card, tag, points: card.querySelector('.pts'), names: card.className,
      parts: [...tag.childNodes] };
  });
  for (const [kinds, html] of tags) {
    for (const { card, tag } of tagged) {
      card.classList.remove('is-buy', 'is-gold', 'is-short', 'is-next');
      card.classList.add(...kinds.split(' '));
      tag.innerHTML = html;
    }
    for (const { card, tag, points } of tagged.filter((each) => each.tag.checkVisibility())) {
      const isWide = [box(tag), inside(tag)].some((part) => leaves(part, box(card)));
      if (isWide) found.add(`a tag leaves its card: ${name(card)}`);
      if (points && meet(box(points), box(tag), 1)) found.add(`over points: tag in ${name(card)}`);
    }
  }
  for (const { card, tag, names, parts } of tagged) {
    card.className = names;
    tag.replaceChildren(...parts); // the same nodes: Preact refers to them
  }

  for (const each of seen(PRESSED)) {
    const { width, height } = box(each);
    const small = Math.min(width, height) < target - 0.5;
    if (small) found.add(`a target of ${width.toFixed()}x${height.toFixed()}: ${name(each)}`);
  }
  const open = document.querySelector('dialog[open], .drawer');
  for (const each of open ? [] : seen(CLICKED)) {
    const { left, top, width, height } = box(each);
    if (scrolls && (top < 0 || top + height > innerHeight)) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const under = scrolls && hit?.closest('.confirm, .first, .me, .guide');
    if (!under && !each.contains(hit) && !hit?.contains(each)) {
      found.add(`${name(each)} is under ${hit ? name(hit) : 'nothing'}`);
    }
  }
  for (const each of seen('.confirm .cta')) {
    const parts = [...each.children].filter((part) => !part.matches('.visually-hidden'));
    if (parts.some((part) => part.checkVisibility() && leaves(box(part), box(each)))) {
      found.add(`cut off: ${name(each)}`);
    }
  }
  const mats = seen('.market, .pyramid, .boardbox, .supply, .me, .first');
  for (const each of panels ? seen('.guide, .advice') : []) {
    for (const mat of mats) {
      if (meet(box(each), box(mat))) found.add(`${name(each)} covers ${name(mat)}`);
    }
  }
  return [...found];
}"""


@dataclass(frozen=True)
class Window:
    """A size of the window, and what is promised there."""

    width: int
    height: int
    layout: str
    scrolls: bool = False  # the page may be higher than the window; its confirm area stays in sight
    digit: float = 14  # pixels: the least size of a cost on the table
    hand_digit: float = 14
    target: float = 24  # pixels: the least width and height of what is clicked

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def size(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}


def full(width: int, height: int) -> Window:
    return Window(width, height, "full")


def low(width: int, height: int) -> Window:
    return Window(width, height, "low", digit=15)


def land(width: int, height: int, target: float = 40) -> Window:
    return Window(width, height, "land", height < 340, 13, 12, target)


def upright(width: int, height: int) -> Window:
    return Window(width, height, "upright", scrolls=True)


WINDOWS = (
    low(1366, 625), low(1280, 600), low(1440, 700), low(1440, 850), low(1920, 780),
    land(844, 390), land(667, 375), land(932, 430), land(960, 470), land(1024, 640),
    land(1366, 500), land(683, 312, target=34),
    full(1440, 900), full(1024, 768), full(2560, 1440),
    upright(768, 1024), upright(390, 844), upright(320, 568),
)  # fmt: skip


def windows_named(*names: str) -> tuple[Window, ...]:
    return tuple(window for window in WINDOWS if window.name in names)


# Both layouts of low windows at their tightest, twice the size, and one of each other layout.
MAIN_WINDOWS = windows_named(
    "1366x625", "1280x600", "844x390", "667x375", "683x312", "1440x900", "390x844"
)


def faults(page: Page, window: Window, game: str) -> list[str]:
    """What is wrong with the table in a window of this size."""
    page.set_viewport_size(window.size)
    page.evaluate(TWO_FRAMES)  # the guide is placed when the window has its new size
    narrow = game == "duel" and window.width <= 760  # the column beside the pyramid is too narrow
    promised = {
        "scrolls": window.scrolls,
        "digit": window.digit,
        "handDigit": window.hand_digit,
        "target": window.target,
        "panels": window.layout in ("low", "land") and not narrow,
    }
    return [f"{window.name}: {each}" for each in page.evaluate(PROBE, promised)]
