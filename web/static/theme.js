// A plain script in the head: theme and language stand before the first paint.
(() => {
  try {
    const { documentElement: root } = document;
    const theme = localStorage.getItem("khepri.theme"), language = localStorage.getItem("khepri.language");
    if (theme) root.dataset.theme = theme;
    if (language) root.lang = language;
  } catch {
    // the phone's own theme is used
  }
})();
