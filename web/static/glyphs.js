// The sprite, taken into the page once: a sign drawn later needs no network, and takes the page's colours.

const SPRITE = "/static/glyphs.svg";

/** Gives the address of a sign within the page. */
export const glyphAt = (name) => `#g-${name}`;

/** Fetches the sprite; signs that are drawn already appear with it. */
export async function loadGlyphs() {
  const sprite = new DOMParser().parseFromString(await (await fetch(SPRITE)).text(), "image/svg+xml").documentElement;
  for (const symbol of sprite.querySelectorAll("symbol")) symbol.id = glyphAt(symbol.id).slice(1);
  sprite.setAttribute("hidden", "");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(sprite));
}
