import type { Locator, Page } from 'playwright-core';
import { run } from './run.ts';

/** What of a page the keyboard does not reach, what does not show that it has the focus, and what only a mouse can press. */
export interface Walked {
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
  readonly mouseOnly: readonly string[];
}

const preparation = `(() => {
  const interactive = 'a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=slider]';
  const look = (element) => [element, element.parentElement, element.previousElementSibling, element.nextElementSibling,
    element.closest('label'), ...(element.labels ?? [])].filter(Boolean).map((near) => {
      const style = getComputedStyle(near);
      return [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join();
    }).join();
  const isOne = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [aria-disabled=true], [inert] *');
  const elements = [...document.querySelectorAll(interactive)].filter(isOne);
  const before = new Map(elements.map((element) => [element, look(element)]));
  const reached = new Set();
  const unseen = new Set();
  const nameOf = (element) => element.localName + ' “' + (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim().slice(0, 50) + '”';
  addEventListener('focusin', ({ target }) => {
    reached.add(target);
    if (before.has(target) && look(target) === before.get(target)) unseen.add(nameOf(target));
  });
  // Of a list of tabs, options or radios one takes the focus, and the arrows go on from it.
  const groupOf = (element) => element.type === 'radio' ? 'radio ' + element.name
    : element.closest('[role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=toolbar]');
  globalThis.walked = () => {
    const groups = new Set([...reached].map(groupOf).filter(Boolean));
    // What clears a field stands within it, and the keyboard empties the field itself.
    const missed = elements.filter((element) => element.isConnected && isOne(element) && !reached.has(element)
      && !(groupOf(element) && groups.has(groupOf(element))) && !element.matches('[tabindex="-1"]:not(a, button, input, select, textarea), [class*=Input-section] button'));
    const isPressed = (element) => getComputedStyle(element).cursor === 'pointer' && element.checkVisibility();
    const mouseOnly = [...document.body.querySelectorAll('*')].filter((element) => isPressed(element) && !isPressed(element.parentElement)
      && !element.closest(interactive + ', label') && element.querySelector(interactive) === null);
    return { missed: missed.map(nameOf), unseen: [...unseen], mouseOnly: mouseOnly.map(nameOf) };
  };
  return elements.length;
})()`;

/** Presses Tab through the whole page. */
export async function walk(page: Page): Promise<Walked> {
  const count = await page.evaluate<number>(preparation);
  for (let press = 0; press < count + 5; press += 1) await page.keyboard.press('Tab');
  return page.evaluate('walked()');
}

const named =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('button', { name, exact: true }).first();

/** A dialog that a button of a page opens. */
interface DialogWay {
  readonly name: string;
  readonly path: string;
  readonly opener: (page: Page) => Locator;
  readonly before?: (page: Page) => Promise<void>;
}

const site = '/sites/trailpeak.example';

export const dialogs: readonly DialogWay[] = [
  { name: 'the palette', path: '/', opener: named(/^Search or ask/u) },
  { name: 'a new key', path: '/keys', opener: named('Create key') },
  { name: 'the deletion of the account', path: '/account', opener: named('Delete account') },
  { name: 'the report of a site', path: site, opener: named('Share') },
  { name: 'the names of a site', path: site, opener: named('Edit names') },
  { name: 'a query', path: `${site}?tab=queries`, opener: named('trailpeak shop') },
  { name: 'the undoing of an import', path: `${site}?tab=imports`, opener: named(/^Undo /u) },
  { name: 'tracking', path: '/explorer/inspect_domain', opener: named(/^Track(?:ed)?$/u), before: run },
  { name: 'sharing', path: '/explorer/inspect_domain', opener: named('Share'), before: run },
];
