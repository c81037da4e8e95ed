// Signs that only Giza needs: they come with the game, so that the first view stays light.

import { h } from "../../dom.js";

const LINE = { fill: "none", stroke: "currentColor" };
const SHAPES = {
  pyramid: [{ ...LINE, "stroke-width": 2, "stroke-linejoin": "round", d: "M9 3h6v5.5H9zM6 8.5h12V14H6zM12 8.5V14M3 14h18v6H3zM9 14v6M15 14v6" }],
  sphinx: [{ d: "M1 21.5v-3l1.8-.7C2.3 13 4.3 10.5 8 10.3l3.6.3c-.6-1-.8-2.2-.7-3.6C11.2 4 13 2.2 15.7 2.2c2.8 0 4.4 1.9 4.4 4.6l.9 6.2h-3.1c-.3.6-.9 1-1.7 1l.4 3.7 6.4.8v3z" }],
  base: [{ d: "M1.5 20.5v-5l3.5-1h12l5.5 2.6v3.4z" }],
  body: [{ d: "M1.5 21.5V18l2-1c-.7-4.6 1.7-8 5.7-8 2.4 0 4.3.8 5.8 1.7V16l7.5 2.8v2.7z" }],
  head: [
    { "fill-rule": "evenodd", d: "M12 1.5c4.3 0 6.4 2.6 6.9 6.6L20.5 20h-4.6l-.9-2c-2 1.2-4 1.2-6 0l-.9 2H3.5L5.1 8.1c.5-4 2.6-6.6 6.9-6.6zm0 4.3c-2.5 0-3.9 1.6-3.9 4.6 0 3.6 1.7 5.8 3.9 5.8s3.9-2.2 3.9-5.8c0-3-1.4-4.6-3.9-4.6z" },
    { d: "M11.1 15.5h1.8v6h-1.8z" },
    { ...LINE, "stroke-width": 1.5, "stroke-linecap": "round", d: "M9.8 9.6h.8M13.4 9.6h.8M10.8 13h2.4" },
  ],
  treasure: [{ "fill-rule": "evenodd", d: "M2.5 11V8.6C2.5 5.5 5 3.5 8 3.5h8c3 0 5.5 2 5.5 5.1V11zM2.5 12.6h6.7v2.6h5.6v-2.6h6.7v8.4h-19zM10.7 11.2h2.6v2.6h-2.6z" }],
  demolition: [
    { ...LINE, "stroke-width": 3, "stroke-linecap": "round", d: "M14 10 4 20.5" },
    { d: "M9.4 2.4C15 1.8 20.8 6.5 21.6 14.6c-2-3.6-4-5.6-6.4-6.2l-3 .3-.2-3C11.4 4.2 10.6 3.2 9.4 2.4z" },
  ],
};

/** Gives one of the signs, as an ornament beside words. */
export const sign = (name) =>
  h("svg.g", { viewBox: "0 0 24 24", "aria-hidden": "true" }, SHAPES[name].map((path, i) => h("path", { key: i, fill: "currentColor", ...path })));
