import type { PageMarkup } from './page-document.ts';

/** Fewer words than this in the raw page can be a script's empty stage. */
const fewWords = 40;

/**
 * Why the page seems to need scripts to show anything, in words; undefined
 * for a page that stands by itself. Needs few words and one sign more: an
 * empty mount element, a noscript plea, or scripts and no link at all.
 */
export function scriptShellSign(page: PageMarkup): string | undefined {
  if (page.wordCount >= fewWords || page.frames.length > 0) return undefined;
  const words = `${page.wordCount} words`;
  if (page.emptyRoot !== undefined) return `${words}, and ${page.emptyRoot} is empty`;
  if (page.noscripts.some((text) => /javascript|enable scripts|activ\w+ js/iu.test(text)))
    return `${words}, and a noscript element asks for JavaScript`;
  const scripts = page.tagCounts.get('script') ?? 0;
  return scripts > 0 && !page.anchors.some(({ href }) => href !== undefined)
    ? `${words}, no link and ${scripts} script${scripts === 1 ? '' : 's'}`
    : undefined;
}
