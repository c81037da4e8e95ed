// The display: 128 by 64 dots, drawn as they are sent, and for a screen reader what they say.

import { h } from "./dom.js";
import { t } from "./texts.js";

const WIDTH = 128, HEIGHT = 64, ON = [255, 236, 190, 255], OFF = [6, 8, 14, 255];

export const display = (rows, words) =>
  h("div.oled", h("canvas", {
    owns: true, width: WIDTH, height: HEIGHT, role: "img", hook: (canvas) => draw(canvas, rows),
    lang: words?.language, "aria-label": words ? `${t("part.display")}: ${words.text}` : t("part.display"),
  }));

function draw(canvas, rows) {
  if (canvas.shown === rows) return;
  canvas.shown = rows;
  const context = canvas.getContext("2d"), image = context.createImageData(WIDTH, HEIGHT);
  for (let dot = 0; dot < WIDTH * HEIGHT; dot++) {
    // four dots a hex digit, the leftmost in the highest bit
    const isOn = rows !== null && (parseInt(rows[dot >> 2], 16) >> (3 - (dot & 3))) & 1;
    image.data.set(isOn ? ON : OFF, 4 * dot);
  }
  context.putImageData(image, 0, 0);
}
