// Hands on the bench: pointer and keyboard push the same buttons and turn the same wheels. What is let go anywhere is let go.

const KEYS = { Enter: "ok", Backspace: "back", NumpadEnter: "ok" };
for (let i = 1; i <= 6; i++) KEYS[`Digit${i}`] = KEYS[`Numpad${i}`] = `button_${i}`;
const TURNS = {
  KeyQ: ["encoder_1", 1], KeyW: ["encoder_2", 1], KeyE: ["encoder_3", 1],
  KeyA: ["encoder_1", -1], KeyS: ["encoder_2", -1], KeyD: ["encoder_3", -1],
};
const ARROWS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
const DETENT_DEG = 15, DETENT_PX = 12, NOTCH_PX = 50, LINE_PX = 18, MEANT_PX = 4, HUB = 0.3;

/** Gives the listeners of a drawn button. Its own key is the space bar. */
export function hands(name, push) {
  const up = () => push(name, false);
  return {
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      push(name, true);
    },
    onpointerup: up,
    onpointercancel: up,
    onlostpointercapture: up,
    oncontextmenu: (event) => event.preventDefault(),
    onkeydown: (event) => event.code === "Space" && !event.repeat && (event.preventDefault(), push(name, true)),
    onkeyup: (event) => event.code === "Space" && (event.preventDefault(), up()),
    onblur: up,
  };
}

/** Gives the listeners of a drawn wheel: it is dragged round or straight, scrolled over, or has the arrow keys.
 * Scrolling on is turning right, as is wiping up or to the right. */
export function turningHands(name, turn) {
  let grip = null, scrolled = 0;
  const letGo = () => (grip = null);
  return {
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      grip = { id: event.pointerId, x: event.clientX, y: event.clientY, isRound: null, turned: 0 };
    },
    onpointermove: (event) => {
      if (event.pointerId !== grip?.id) return;
      const detents = Math.trunc((grip.turned += dragged(grip, event)));
      grip.turned -= detents;
      if (detents) turn(name, detents);
    },
    onpointerup: letGo,
    onpointercancel: letGo,
    onlostpointercapture: letGo,
    oncontextmenu: (event) => event.preventDefault(),
    onwheel: (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      // a notch of any mouse is a detent; a touchpad's small steps add up to one
      const by = (event.deltaY || event.deltaX) * (event.deltaMode ? LINE_PX : 1);
      if (by * scrolled < 0) scrolled = 0;
      scrolled += Math.max(-NOTCH_PX, Math.min(NOTCH_PX, by));
      if (Math.abs(scrolled) < NOTCH_PX) return;
      turn(name, Math.sign(scrolled));
      scrolled = 0;
    },
    onkeydown: (event) => {
      const detents = ARROWS[event.code];
      if (!detents || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      turn(name, detents);
    },
  };
}

// Gives how far a drag went since the last move, in detents. How it begins says whether it goes round.
function dragged(grip, { clientX, clientY, currentTarget }) {
  const box = currentTarget.getBoundingClientRect(), cx = box.x + box.width / 2, cy = box.y + box.height / 2;
  const from = [grip.x - cx, grip.y - cy], dx = clientX - grip.x, dy = clientY - grip.y;
  if (grip.isRound === null) {
    if (Math.hypot(dx, dy) < MEANT_PX) return 0;
    const isOut = Math.hypot(...from) > (HUB * box.width) / 2;
    grip.isRound = isOut && Math.abs(from[0] * dy - from[1] * dx) > Math.abs(from[0] * dx + from[1] * dy);
  }
  [grip.x, grip.y] = [clientX, clientY];
  if (!grip.isRound) return (dx - dy) / DETENT_PX;
  const rad = Math.atan2(clientY - cy, clientX - cx) - Math.atan2(from[1], from[0]);
  return Math.atan2(Math.sin(rad), Math.cos(rad)) * (180 / Math.PI / DETENT_DEG);
}

/** Has 1–6, Enter and Backspace push the buttons for as long as they are held, and letters turn the wheels. */
export function listenToKeys(push, turn) {
  const held = new Set();
  const letGo = () => {
    for (const name of held) push(name, false);
    held.clear();
  };
  addEventListener("keydown", (event) => {
    const name = KEYS[event.code], turned = TURNS[event.code];
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text], a, summary");
    if (isOther || !(name || turned)) return;
    event.preventDefault();
    if (turned) return turn(...turned);
    if (event.repeat) return;
    held.add(name);
    push(name, true);
  });
  addEventListener("keyup", (event) => {
    const name = KEYS[event.code];
    if (held.delete(name)) push(name, false);
  });
  addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", () => document.hidden && letGo());
}
