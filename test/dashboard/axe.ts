import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * The look of a text is its color and size, and the backgrounds of what it stands in. By `contrastOf(known)`
 * every text whose look is not known is measured; without `known`, all of them.
 */
const looks = `
const mix = (text) => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
};
globalThis.contrastOf = async (known) => {
  const grounds = new Map([[null, '']]);
  const groundOf = (element) => {
    if (grounds.has(element)) return grounds.get(element);
    const below = groundOf(element.parentElement);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, zIndex } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position, zIndex].join();
    const isPlain = own === 'rgba(0, 0, 0, 0),none,1,none,normal,static,auto';
    grounds.set(element, isPlain ? below : mix(below + own));
    return grounds.get(element);
  };
  const lookOf = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    return mix([groundOf(element), color, fontSize, fontWeight, textShadow].join());
  };
  const isText = (element) => element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
  const isNew = (element) => isText(element) && element.checkVisibility() && !known.has(lookOf(element));
  const measured = known ? [...document.body.querySelectorAll('*')].filter(isNew) : document;
  if (measured.length === 0) return { violations: [], seen: [] };
  const { passes, violations } = await axe.run(known ? { include: measured } : measured, {
    runOnly: ['color-contrast'], resultTypes: ['passes', 'violations'], elementRef: true, selectors: false,
  });
  const nodesOf = (results) => results.flatMap(({ nodes }) => nodes);
  return {
    violations: nodesOf(violations).map(({ element, failureSummary }) =>
      'color-contrast: ' + element.localName + '.' + element.className + ' “' + element.textContent.slice(0, 40) + '” ' + failureSummary),
    seen: [...new Set(nodesOf(passes).map(({ element }) => lookOf(element)))],
  };
};
`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For every document that is checked. What is written of an element in its message is not read: to write it takes a third of the time. */
export const axeScript = `${axe}\naxe.configure({ noHtml: true });{${looks}}`;

/** What axe finds but for contrast; the size of what is pressed, too, which it leaves out unless asked. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: true } },
  })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // What an open list covers is pressed once the list is closed.
      .filter(({ failureSummary = '' }) => !failureSummary.includes('partially obscured'))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

const known = new Set<string>();

/** Texts with too little contrast: of all of a page, or of those whose look no page before had. */
export async function faintTexts(page: Page, isWhole: boolean): Promise<readonly string[]> {
  const asked = isWhole ? '' : `new Set(${JSON.stringify([...known])})`;
  const { violations, seen } = await page.evaluate<{
    readonly violations: readonly string[];
    readonly seen: readonly string[];
  }>(`contrastOf(${asked})`);
  for (const look of seen) known.add(look);
  return violations;
}
