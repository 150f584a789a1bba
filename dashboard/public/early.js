// Runs before the first paint, while the app still loads. A file of its own, because the content security policy
// allows no inline script; one file, since each costs a slow network as much as 30 kB do.
(() => {
  // As `color-scheme.js` has it for pages that load nothing else.
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('oriel-color-scheme') || 'auto';
  } catch {
    // Storage may be blocked; the system's scheme is used.
  }
  const isDark =
    chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  // Which frame is shown until the app is there: that of somebody who was signed in here last time, or not.
  let visitor = 'out';
  try {
    if (localStorage.getItem('oriel-signed-in') !== null) visitor = 'in';
  } catch {
    // Storage may be blocked.
  }
  document.documentElement.setAttribute('data-visitor', visitor);

  // Who is signed in; the app takes the answer from here.
  globalThis.orielSession = fetch('/session/token', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined);

  // The page's own files, which the app would ask for only once it runs: a few in a task, since each takes a slow
  // phone some milliseconds to ask for.
  const files = (document.currentScript?.getAttribute(`data-${visitor}`) ?? '').split(' ').filter(Boolean);
  const askForFiles = () => {
    for (const href of files.splice(0, 8)) {
      const link = document.createElement('link');
      link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload';
      if (link.rel === 'preload') link.as = 'style';
      link.href = href;
      document.head.append(link);
    }
    if (files.length > 0) setTimeout(askForFiles);
  };
  askForFiles();
})();
