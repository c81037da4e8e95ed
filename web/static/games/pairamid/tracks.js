// The two scarab tracks as one picture: two flights of steps that climb to the Great Chamber.

import { h } from "../../dom.js";
import { labelled, listed, signed, t } from "../../texts.js";
import { drawnScarab, round, SCARABS, scarabName } from "./pawns.js";

const WIDTH = 360, HEIGHT = 168, GREAT = 64, FOOT = 30, TOP = 58, MOST_LABELS = 7;

/** Gives the picture: on each step what its chamber has printed, on two of them the scarabs. */
export function tracks({ scarabs }) {
  return h("svg.pa-tracks", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": spoken(scarabs) },
    scarabs.map((each) => flight(each)),
    great(),
    scarabs.map((each) => walker(each)));
}

const spoken = (scarabs) => listed(scarabs.map(({ scarab, value, is_in_great: isIn }) => `${labelled(scarabName(scarab), signed(value))}${isIn ? ` (${t("pairamid.great")})` : ""}`));

const wide = ({ values }) => (WIDTH - GREAT) / 2 / Math.max(1, values.length - 1);

const topOf = (values, i) => HEIGHT - FOOT - ((HEIGHT - FOOT - TOP) * (i + 1)) / values.length;

// white climbs from the left, black from the right
const leftOf = ({ scarab, values }, i) => (scarab === SCARABS[0] ? i * wide({ values }) : WIDTH - (i + 1) * wide({ values }));

function flight(track) {
  const { scarab, values, at } = track, width = wide(track), steps = values.slice(0, -1);
  const isLabelled = (i) => steps.length <= MOST_LABELS || i === 0 || i === at || i === at + 1;
  return h("g", { key: scarab, class: `pa-flight pa-${scarab}-steps` }, steps.map((value, i) => {
    const x = leftOf(track, i), y = topOf(values, i);
    return h("g", { key: i, class: i === at ? "now" : "" },
      h("rect", { x: round(x + 1), y: round(y), width: round(width - 2), height: round(HEIGHT - y - 2), rx: 2 }),
      isLabelled(i) && h("text", { x: round(x + width / 2), y: HEIGHT - 11, style: { "font-size": `${round(Math.max(13, Math.min(16, width * 0.6)))}px` } }, signed(value)));
  }));
}

function great() {
  const left = (WIDTH - GREAT) / 2, right = left + GREAT, shoulder = TOP + 16;
  return h("g.pa-peak", { key: "great" },
    h("path", { d: `M${left + 1} ${HEIGHT - 2}V${shoulder}L${WIDTH / 2} 4 ${right - 1} ${shoulder}V${HEIGHT - 2}z` }),
    h("text", { x: WIDTH / 2, y: HEIGHT - 11 }, "±7"));
}

function walker(track) {
  const { scarab, values, at, is_in_great: isIn } = track;
  const [x, y] = isIn ? [WIDTH / 2 + (scarab === SCARABS[0] ? -14 : 14), TOP + 38] : [leftOf(track, at) + wide(track) / 2, topOf(values, at) - 15];
  return drawnScarab(scarab, x, y, isIn ? 27 : 30, { key: `walker-${scarab}`, more: isIn ? "pa-inside" : "" });
}
