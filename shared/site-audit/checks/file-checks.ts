import { acrossPages, type Located } from './check.ts';
import { bySelector, whenAny } from './evidence.ts';
import type { PageFile } from './references.ts';
import { faultOf, type SiteFacts } from './site-facts.ts';

/** Pages with files of a kind that answer with an error; one finding a page. */
function brokenFiles(
  { references, answerAt }: SiteFacts,
  isMeant: (tag: string) => boolean,
): readonly Located[] {
  const faultIn = ({ tag, key }: PageFile) => (isMeant(tag) ? faultOf(answerAt(key)) : undefined);
  const broken = references.files
    .of((file) => faultIn(file) !== undefined)
    .map(({ from, one }) => ({ ...one, page: from.url, fault: faultIn(one) }));
  return [...Map.groupBy(broken, ({ page }) => page)].flatMap(([url, found]) => {
    const shown = whenAny(found, selector, (file) => `${file.href} answers ${file.fault}`);
    return shown === undefined ? [] : [{ url, evidence: shown }];
  });
}

const attributes: Readonly<Record<string, string>> = { link: 'href', object: 'data' };
const selector = ({ tag, href }: PageFile) =>
  bySelector(tag, attributes[tag] ?? 'src', new URL(href).pathname);

export const fileCrossChecks = acrossPages([
  {
    id: 'broken_image',
    severity: 'medium',
    title: 'An image is broken.',
    why: 'Visitors see a gap, and image search has nothing to show.',
    threshold:
      'An image on the site that answers 400 or more, or not at all; up to 25 files of a site are asked for.',
    remedy: 'Restore the file or correct the address.',
    source: 'Google Search Central, "Google image best practices"; DataForSEO OnPage, broken_resources',
    find: (site) => brokenFiles(site, (tag) => tag === 'img'),
  },
  {
    id: 'broken_resource',
    severity: 'medium',
    weight: 6,
    title: 'A stylesheet, script or other file is broken.',
    why: 'The page looks or works wrong, for visitors and for Google’s renderer.',
    threshold:
      'A stylesheet, script or media file on the site that answers 400 or more, or not at all; up to 25 files of a site are asked for.',
    remedy: 'Restore the file, correct its address, or remove the element that asks for it.',
    source:
      'DataForSEO OnPage, broken_resources; Google Search Central, "Understand the JavaScript SEO basics"',
    find: (site) => brokenFiles(site, (tag) => tag !== 'img'),
  },
]);
