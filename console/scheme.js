// Runs before the first paint, so that the page never shows the other colour scheme first.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('keylink-colour-scheme');
  } catch {
    // Without storage the system's colour scheme applies.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
