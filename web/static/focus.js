// Where the keyboard goes on when what had focus is gone: the next button in its place, or the heading of what changed.

const GUARD_MS = 500;
const FOCUSABLE = "button:not(:disabled), a[href], input:not(:disabled), summary";
let movedAt = -Infinity, isByKey = false;
let onPage = null;    // the place that had focus last, outside what lies over the page
let waiting = null;   // the place to go on from, while the page has neither buttons nor headings yet

const within = (region) => [...region.querySelectorAll(FOCUSABLE)].filter((node) => !node.closest("[hidden]"));

/** Gives where on the page something is, before the page changes; null for nowhere. */
export function placeOf(node) {
  const region = node?.closest(".bar, .sky, .register, .sheet-in, main");
  return region ? { region, isBar: region.matches(".bar"), at: within(region).indexOf(node) } : null;
}

/** Leaves focus where it was, or moves it on from a place that is gone. */
export function keepFocus(focused, place) {
  const { activeElement: now } = document;
  const isLeft = !now || now === document.body;
  if (waiting && now === document.querySelector("main")) move(waiting);
  else if (focused.isConnected && !focused.disabled) isLeft && focused.focus({ preventScroll: true });
  else if (isLeft || now === focused) move(place.region.matches(".sheet-in") ? onPage : place);
}

function move(place) {
  const main = document.querySelector("main"), target = next(place) ?? main?.querySelector("h2") ?? main;
  waiting = target === main ? place : null;
  if (!target || target === document.activeElement) return;
  if (!target.matches(FOCUSABLE)) target.tabIndex = -1;
  target.focus({ preventScroll: !isByKey });
  movedAt = performance.now();
}

function next(place) {
  const region = place?.isBar ? document.querySelector("#page > .bar") : place?.region;
  if (!region?.isConnected || region.matches("main")) return null;
  const left = within(region), press = document.querySelector(".press:not(:disabled)");
  // what is left of a bar may be what nobody wants next: a second Enter must not find it
  if (place.isBar) return press ?? left.find((node) => node.matches(".act")) ?? document.querySelector(".sky-main button:not(:disabled)");
  return left[Math.min(place.at, left.length - 1)] ?? region.querySelector("h2");
}

addEventListener("focusin", ({ target }) => {
  if (!target.closest("dialog")) onPage = placeOf(target);
});
addEventListener("pointerdown", () => (isByKey = false), true);
addEventListener("keydown", (event) => {
  isByKey = true;
  // a key that is held down presses once
  if (event.repeat && event.key === "Enter" && event.target.closest?.("button")) event.preventDefault();
}, true);
// a second, hasty Enter is not for the button that focus has just come to
addEventListener("click", (event) => {
  if (event.detail !== 0 || performance.now() - movedAt > GUARD_MS) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
