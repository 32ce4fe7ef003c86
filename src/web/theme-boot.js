// Runs before the first paint, so that a light page never flashes dark and no row jumps. The rest is platform/storage/theme.ts and platform/storage/preferences.ts.
(function () {
  var choice = null;
  var density = null;
  try {
    choice = localStorage.getItem('telltale.theme');
    density = localStorage.getItem('telltale.density');
  } catch {
    // Storage may be blocked; the system's preference then decides.
  }
  var dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.density =
    density === 'dense' || density === 'relaxed' ? density : 'normal';
})();
