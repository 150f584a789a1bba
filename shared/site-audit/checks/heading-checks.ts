import type { PageDocument } from '../document/page-document.ts';
import { characterCount } from '../document/words.ts';
import { acrossPages, onDocument, when, whenAny } from './check.ts';
import { sharing } from './duplicate-checks.ts';

const longestHeading = 70;
const mains = ({ headings }: PageDocument) => headings.filter(({ level }) => level === 1);

export const headingDocumentChecks = onDocument([
  {
    id: 'h1_missing',
    severity: 'medium',
    title: 'The page has no h1 heading.',
    why: 'Readers, screen readers and search engines look there for the topic.',
    threshold: 'No h1 with text or the alternative text of an image, on a page without frames.',
    remedy: 'Mark up the main heading as h1.',
    source: 'Screaming Frog, "H1 Missing"; WCAG 2.2, 2.4.6',
    find: (document) =>
      when(
        !document.tagCounts.has('frameset') &&
          mains(document).every(({ text, imageAlt }) => text === '' && imageAlt === ''),
        'h1',
        'missing or empty',
      ),
  },
  {
    id: 'h1_alt_only',
    severity: 'low',
    title: 'The h1 is only an image.',
    why: 'Alt text counts for less than text, and is lost where images do not load.',
    threshold: 'No h1 with text, one with the alternative text of an image.',
    remedy: 'Write the heading as text, and style it.',
    source: 'Screaming Frog, "Alt Text in H1"',
    find: (document) => {
      const headings = mains(document);
      const pictured = headings.find(({ text, imageAlt }) => text === '' && imageAlt !== '');
      return when(
        pictured !== undefined && headings.every(({ text }) => text === ''),
        'h1 img',
        pictured?.imageAlt ?? '',
      );
    },
  },
  {
    id: 'h1_multiple',
    severity: 'low',
    title: 'The page has several h1 headings.',
    why: 'It is unclear which of them names the topic.',
    threshold: 'More than one h1 with text.',
    remedy: 'Keep one h1 and make the others h2.',
    source: 'Screaming Frog, "H1 Multiple"',
    find: (document) => {
      const headings = mains(document).filter(({ text }) => text !== '');
      return when(headings.length > 1, 'h1', headings.map(({ text }) => text).join(' | '));
    },
  },
  {
    id: 'h1_long',
    severity: 'low',
    title: 'The h1 is long.',
    why: 'Readers skip a heading of several lines.',
    threshold: 'More than 70 characters.',
    remedy: 'Shorten it; move the rest into the first paragraph.',
    source: 'Screaming Frog: 70 characters',
    find: (document) =>
      whenAny(
        mains(document).filter(({ text }) => characterCount(text) > longestHeading),
        'h1',
        ({ text }) => text,
      ),
  },
  {
    id: 'heading_order',
    severity: 'low',
    title: 'Heading levels are skipped.',
    why: 'People who move from heading to heading lose the structure.',
    threshold: 'A heading more than one level below the one before it.',
    remedy: 'Choose levels by structure, not by size: h2 below h1, h3 below h2.',
    source: 'WCAG 2.2, 1.3.1; Lighthouse, "Heading elements are in sequentially-descending order"',
    find: ({ headings }) => {
      const skipping = headings.filter(
        ({ level }, index) => index > 0 && level > (headings[index - 1]?.level ?? 0) + 1,
      );
      return whenAny(
        skipping,
        ({ level }) => `h${level}`,
        ({ level, text }) => `h${level} ${text}`,
      );
    },
  },
  {
    id: 'heading_empty',
    severity: 'low',
    title: 'A heading is empty.',
    why: 'Screen readers announce a heading and then say nothing.',
    threshold: 'A heading without text and without an image’s alternative text.',
    remedy: 'Fill it or remove it; use CSS for spacing.',
    source: 'WCAG 2.2, 2.4.6',
    find: ({ headings }) =>
      whenAny(
        headings.filter(({ text, imageAlt, level }) => level > 1 && text === '' && imageAlt === ''),
        ({ level }) => `h${level}`,
        ({ level }) => `empty h${level}`,
      ),
  },
]);

export const headingCrossChecks = acrossPages([
  {
    id: 'h1_duplicate',
    severity: 'low',
    title: 'Several pages have the same h1.',
    why: 'Visitors cannot tell where they are.',
    threshold:
      'Equal first h1 of indexable pages with different canonicals that are not each other’s hreflang alternates.',
    remedy: 'Name in each h1 what only this page is about.',
    source: 'Screaming Frog, "H1 Duplicate"',
    find: (site) => sharing(site, ({ document }) => mains(document).at(0)?.text, 'h1'),
  },
]);
