// Helps on the pages of the documentation, which are whole without it: copy buttons, the language of
// samples that is remembered, results of the search while it is typed, and the section that is in sight.
const remembered = 'oriel-sample-language';
const shownHits = 8;
/** Storage may be blocked; a choice then holds for this page. */
const stored = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};
const made = (name, members) => Object.assign(document.createElement(name), members);

const said = made('p', { className: 'unseen', role: 'status' });
document.body.append(said);

addCopyButtons();
followLanguage();
searchWhileTyping();
markSectionInSight();

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = made('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', () => copy(block, button));
    block.append(button);
  }
}

async function copy(block, button) {
  const text = block.querySelector('code').textContent.trimEnd();
  const isCopied = await navigator.clipboard.writeText(text).then(
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
  const kept = stored((storage) => storage.getItem(remembered));
  if (kept) choose(kept);
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.samples input')) return;
    // The samples above this one may change their height; this one stays where it is.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
    stored((storage) => storage.setItem(remembered, target.value));
  });
}

function searchWhileTyping() {
  const form = document.querySelector('form[role=search]');
  const input = form?.querySelector('input');
  if (!input) return;
  const found = made('div', { className: 'found', hidden: true });
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
  const list = document.createElement('ol');
  list.append(...items);
  const none = made('p', { textContent: 'Nothing found. Try fewer or other words.' });
  search.found.replaceChildren(items.length > 0 ? list : none);
  search.found.hidden = false;
  said.textContent = items.length === 1 ? '1 section found' : `${items.length} sections found`;
}

/** The first hits of the page that answers the search, as that page writes them, without their text. */
async function hitsOf(form, query) {
  const response = await fetch(`${form.action}?${new URLSearchParams({ q: query })}`);
  if (!response.ok) return undefined;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const items = [...page.querySelectorAll('.hits > li')].slice(0, shownHits);
  for (const item of items) {
    const link = item.querySelector('a');
    link.append(item.querySelector('small'));
    item.replaceChildren(link);
  }
  return items;
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
  const links = [...document.querySelectorAll('.contents a')].map((link) => ({
    link,
    section: document.getElementById(decodeURIComponent(link.hash.slice(1))),
  }));
  const mark = () => {
    const current = links.findLast(({ section }) => section?.getBoundingClientRect().top < 120);
    for (const one of links)
      if (one === current) one.link.setAttribute('aria-current', 'true');
      else one.link.removeAttribute('aria-current');
  };
  addEventListener('scroll', mark, { passive: true });
}
