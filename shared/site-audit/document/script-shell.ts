import type { PageMarkup } from './page-document.ts';

/** Fewer words than this in the raw page can be a script's empty stage. */
const fewWords = 40;

/**
 * Why the page seems to need scripts to show anything, in words; undefined
 * for a page that stands by itself. Needs few words and one sign more: an
 * empty mount element, or scripts and no link at all. A plea for scripts is
 * none: pages that show all they have say that they are better with them.
 */
export function scriptShellSign(page: PageMarkup): string | undefined {
  if (page.wordCount >= fewWords || page.frames.length > 0) return undefined;
  const words = `${page.wordCount} words`;
  if (page.emptyRoot !== undefined) return `${words}, and ${page.emptyRoot} is empty`;
  const scripts = page.tagCounts.get('script') ?? 0;
  return scripts > 0 && !page.anchors.some(({ href }) => href !== undefined)
    ? `${words}, no link and ${scripts} script${scripts === 1 ? '' : 's'}`
    : undefined;
}
