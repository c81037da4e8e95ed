// Signs that only Silver & Gold Pyramids needs: they come with the game, so that the first view stays light.

import { h } from "../../dom.js";

const LINE = { fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
const SHAPES = {
  ruby: [
    { fill: "var(--ruby)", stroke: "currentColor", "stroke-width": 1.8, "stroke-linejoin": "round", d: "M6.5 4h11l4.5 6-10 11L2 10z" },
    { ...LINE, stroke: "var(--bone)", "stroke-width": 1.5, d: "M3.5 10h17M8.5 10 12 19l3.5-9L12 5z" },
  ],
  emerald: [
    { fill: "var(--emerald)", stroke: "currentColor", "stroke-width": 1.8, "stroke-linejoin": "round", d: "M8 2.5h8l4 4v11l-4 4H8l-4-4v-11z" },
    { ...LINE, stroke: "var(--bone)", "stroke-width": 1.5, d: "M9.8 7h4.4l1.5 1.6v6.8L14.2 17H9.8l-1.5-1.6V8.6z" },
  ],
  torch: [
    { d: "M12.6.8c4.6 3.8 6.4 6.6 5.2 9.4-.7 1.7-2.7 2.8-5.6 2.8-3.3 0-5.6-1.8-5.6-4.5 0-2 1.2-3.4 2.6-4.7.2 1.5.8 2.4 1.9 2.9 1.2-1.8 1.8-3.5 1.5-5.9z" },
    { d: "M6.4 13.8h11.2l-1.5 2.7H7.9zM9 17.3h6L13.4 23.4h-2.8z" },
  ],
  skull: [{ "fill-rule": "evenodd", d: "M12 1.8c5.6 0 9.4 3.6 9.4 8.5 0 3-1.3 5.3-3.6 6.7v4.8H6.2V17c-2.3-1.4-3.6-3.7-3.6-6.7 0-4.9 3.8-8.5 9.4-8.5zM8.2 8.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zm7.6 0a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM12 13.6l-1.5 3h3zM9.3 18.6v3.2h1.5v-3.2zm3.9 0v3.2h1.5v-3.2z" }],
  potion: [
    { ...LINE, stroke: "currentColor", "stroke-width": 2, d: "M8.5 2.2h7M9.8 2.5v6L4.3 17.6c-1.1 2 .1 4.2 2.4 4.2h10.6c2.3 0 3.5-2.2 2.4-4.2L14.2 8.5v-6" },
    { d: "M7.8 14.2h8.4l2 3.7c.5 1-.1 2.1-1.2 2.1H7c-1.1 0-1.7-1.1-1.2-2.1z" },
  ],
  tomb: [{ "fill-rule": "evenodd", d: "M12 1.5c3 0 4.6 1.9 4.6 4.7 0 .8 0 1.3.3 1.7 1.5.7 2.3 1.7 2.2 3.6L16.4 22.5H7.6L4.9 11.5c-.1-1.9.7-2.9 2.2-3.6.3-.4.3-.9.3-1.7 0-2.8 1.6-4.7 4.6-4.7zM12 3.8c-1.4 0-2.1.8-2.1 2.2S10.6 8.4 12 8.4s2.1-1 2.1-2.4-.7-2.2-2.1-2.2zM7.8 11.2l.4 1.8h7.6l.4-1.8zm1 4.4.4 1.7h5.6l.4-1.7z" }],
  red_x: [{ ...LINE, stroke: "var(--bad)", "stroke-width": 4.2, d: "M5 5l14 14M19 5 5 19" }],
  entrance: [{ "fill-rule": "evenodd", d: "M2 2h20v3h-2v17h-5V10H9v12H4V5H2zm5 4.2v1.8h10V6.2z" }],
  flip: [
    { d: "M9.5 5v14H2z" },
    { ...LINE, stroke: "currentColor", "stroke-width": 2, d: "M14.5 5v13.5H21z" },
    { ...LINE, stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": "2.5 3", d: "M12 2v20" },
  ],
  colours: [{ d: "M12 1.5 17.5 11h-11zM13.5 13h9v9h-9z" }, { d: "M6.5 12.6a4.9 4.9 0 1 0 0 9.8 4.9 4.9 0 0 0 0-9.8z" }],
  card: [{ ...LINE, stroke: "currentColor", "stroke-width": 2, d: "M4 4h16v16H4zM4 12h8V4M12 12v8" }],
  green: [{ d: "M12 3 22 20.5H2z" }],
  purple: [{ d: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z" }],
  orange: [{ d: "M3.5 3.5h17v17h-17z" }],
};

const drawn = (name) => SHAPES[name].map((path, i) => h("path", { key: i, ...("stroke" in path || "fill" in path ? {} : { fill: "currentColor" }), ...path }));

/** Gives one of the signs, as an ornament beside words. */
export const sign = (name) => h("svg.g", { viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn(name));

/** Gives one of the signs within a drawing, size wide, its upper left corner at x and y. */
export const signAt = (name, x, y, size) => h("g", { key: `${name} ${x} ${y}`, transform: `translate(${x} ${y}) scale(${size / 24})` }, drawn(name));
