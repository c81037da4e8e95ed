// Hands on the bench: pointer and keyboard push the same buttons. What is let go anywhere is let go.

const KEYS = { Enter: "ok", Backspace: "back", NumpadEnter: "ok" };
for (let i = 1; i <= 6; i++) KEYS[`Digit${i}`] = KEYS[`Numpad${i}`] = `button_${i}`;

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

/** Has 1–6, Enter and Backspace push the buttons for as long as they are held. */
export function listenToKeys(push) {
  const held = new Set();
  const letGo = () => {
    for (const name of held) push(name, false);
    held.clear();
  };
  addEventListener("keydown", (event) => {
    const name = KEYS[event.code];
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text], a, summary");
    if (!name || isOther) return;
    event.preventDefault();
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
