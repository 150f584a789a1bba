// Runs before the first paint, so that a dark page never flashes white. A file of its own, because the
// content security policy allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('oriel-color-scheme') || 'auto';
  } catch {
    // Storage may be blocked; the system's scheme is used.
  }
  const isDark =
    chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
