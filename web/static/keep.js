// What this phone remembers: language, theme. A browser that keeps nothing loses only comfort.

export function remembered(name) {
  try {
    return localStorage.getItem(`khepri.${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(`khepri.${name}`);
    else localStorage.setItem(`khepri.${name}`, value);
  } catch {
    // private windows may refuse to keep anything
  }
}
