// Runs before the first paint, while the app still loads. A file of its own, because the content security policy
// allows no inline script; one file, since each costs a slow network as much as 30 kB do.
(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be blocked.
    }
  };
  // As `color-scheme.js` has it for pages that load nothing else.
  const chosen = stored('oriel-color-scheme') || 'auto';
  const isDark =
    chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  // Which frame is shown until the app is there: that of somebody who was signed in here last time, or not.
  const visitor = stored('oriel-signed-in') === null ? 'out' : 'in';
  root.setAttribute('data-visitor', visitor);

  const { dataset } = document.currentScript;
  const listOf = (name) => (dataset[name] ?? '').split(' ').filter(Boolean);
  const [, section, detail = '', item = ''] = location.pathname.split('/');

  // Who is signed in and what the page asks first, which the app would ask for only once it runs; it takes the
  // answers from here.
  const post = (address) =>
    fetch(address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  const session = post('/session/token').catch(() => undefined);
  const signedIn = session.then((response) => (response?.ok ? response.clone().json() : {}));
  const ask = async (address) => {
    const { token, role } = await signedIn;
    if (token === undefined && address !== '/v1/capabilities') return undefined;
    // The app knows what of an account is shown to those who look after its money alone.
    if (role === 'billing' && address.startsWith('/v1/me/')) return undefined;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await (address.startsWith('/session/')
      ? post(address)
      : fetch(address, { credentials: 'omit', headers }));
    // Read whether or not it is taken: unread it would hold its connection.
    return new Response(await response.blob(), response);
  };
  const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const parts = { '{detail}': detail, '{item}': item, '{first}': day(29), '{today}': day(0) };
  const named = section === 'explorer' ? item : detail;
  const asked = [...listOf('ask'), ...(named ? listOf('askPart') : [])]
    .map((text) => text.replace(/\{\w+\}/gu, (name) => parts[name] || name))
    .filter((address) => !address.includes('{'))
    .map((address) => [address, ask(address).catch(() => undefined)]);
  globalThis.orielAsked = { '/session/token': session, ...Object.fromEntries(asked) };

  // The page's own files: a few in a task, since each takes a slow phone some milliseconds to ask for.
  const files = [...listOf(visitor), ...listOf(visitor + (named ? 'Part' : 'Whole'))];
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

// Paper is white.
(() => {
  const { documentElement: root } = document;
  const name = 'data-mantine-color-scheme';
  let onScreen;
  addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(name);
    root.setAttribute(name, 'light');
  });
  addEventListener('afterprint', () => root.setAttribute(name, onScreen));
})();
