// Runs before the first paint, so that a light page never flashes dark. The rest of the theme's logic is lib/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('telltale.theme');
  } catch {
    // Storage may be blocked; the system's preference then decides.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
