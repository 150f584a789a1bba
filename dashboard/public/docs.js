// Helps on the pages of the documentation, which are whole without it: copy buttons, the language of
// samples that is remembered, results of the search while it is typed, and the section that is in sight.
const remembered = 'oriel-sample-language';
const shownHits = 8;
const storage = {
  get: () => {
    try {
      return localStorage.getItem(remembered);
    } catch {
      return null;
    }
  },
  set: (language) => {
    try {
      localStorage.setItem(remembered, language);
    } catch {
      // Storage may be blocked; the choice then holds for this page.
    }
  },
};

const said = document.createElement('p');
said.className = 'unseen';
said.setAttribute('role', 'status');
document.body.append(said);

addCopyButtons();
followLanguage();
searchWhileTyping();
markSectionInSight();

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(block, button));
    block.append(button);
  }
}

async function copy(block, button) {
  const isCopied = await navigator.clipboard
    .writeText(block.querySelector('code').textContent.trimEnd())
    .then(
      () => true,
      () => false,
    );
  button.textContent = isCopied ? 'Copied' : 'Not copied';
  said.textContent = isCopied ? 'Copied' : 'The browser did not allow to copy';
  setTimeout(() => {
    button.textContent = 'Copy';
    said.textContent = '';
  }, 2_000);
}

function followLanguage() {
  const choose = (language) => {
    for (const input of document.querySelectorAll('.samples input'))
      if (input.value === language) input.checked = true;
  };
  const kept = storage.get();
  if (kept) choose(kept);
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples input')) return;
    // The samples above this one may change their height; this one stays where it is.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
    storage.set(target.value);
  });
}

function searchWhileTyping() {
  const form = document.querySelector('form[role=search]');
  const input = form?.querySelector('input');
  if (!input) return;
  const found = document.createElement('div');
  found.className = 'found';
  found.hidden = true;
  form.append(found);
  const search = { form, input, found, asked: 0 };
  let timer;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(search), 150);
  });
  form.addEventListener('keydown', (event) => moveAmong(event, search));
  document.addEventListener('click', ({ target }) => {
    if (!form.contains(target)) close(search);
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close(search);
  });
  openByKey(input);
}

/** `/` and Ctrl+K lead to the search from everywhere. */
function openByKey(input) {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input[type=search], textarea, select');
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey;
    if (!isSlash && !(event.key === 'k' && (event.metaKey || event.ctrlKey))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  input.setAttribute('aria-keyshortcuts', '/ Control+K');
  if (matchMedia('(hover: hover)').matches) input.placeholder = 'Search  ( / )';
}

function close({ found }) {
  found.hidden = true;
  found.replaceChildren();
}

async function show(search) {
  search.asked += 1;
  const turn = search.asked;
  const query = search.input.value.trim();
  if (query.length < 2) {
    close(search);
    return;
  }
  const items = await hitsOf(search.form, query).catch(() => undefined);
  // What was typed since is asked for by itself; without an answer, Enter still searches.
  if (turn !== search.asked || !items) return;
  search.found.replaceChildren(items.length > 0 ? listOf(items) : nothing());
  search.found.hidden = false;
  said.textContent = items.length === 1 ? '1 section found' : `${items.length} sections found`;
}

/** The hits of the page that answers the search, as that page writes them. */
async function hitsOf(form, query) {
  const response = await fetch(`${form.action}?${new URLSearchParams({ q: query })}`);
  if (!response.ok) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return [...page.querySelectorAll('.hits > li')].slice(0, shownHits).map((item) => ({
    href: item.querySelector('a').getAttribute('href'),
    heading: item.querySelector('a').textContent,
    page: item.querySelector('small').textContent,
  }));
}

function listOf(items) {
  const list = document.createElement('ol');
  for (const { href, heading, page } of items) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = heading;
    const where = document.createElement('small');
    where.textContent = page;
    link.append(where);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

function nothing() {
  const line = document.createElement('p');
  line.textContent = 'Nothing is found. Fewer or other words may help.';
  return line;
}

function moveAmong(event, search) {
  const { input, found } = search;
  if (found.hidden) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    close(search);
    input.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [input, ...found.querySelectorAll('a')];
  event.preventDefault();
  stops[stops.indexOf(document.activeElement) + step]?.focus();
}

function markSectionInSight() {
  const links = new Map(
    [...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]),
  );
  const sections = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id)));
  let wanted = false;
  const mark = () => {
    wanted = false;
    const passed = sections.filter((section) => section && section.getBoundingClientRect().top < 120);
    const current = passed.at(-1)?.id;
    for (const [id, link] of links)
      if (decodeURIComponent(id) === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  };
  addEventListener(
    'scroll',
    () => {
      if (!wanted) requestAnimationFrame(mark);
      wanted = true;
    },
    { passive: true },
  );
}
