import type { PageDocument } from '../document/page-document.ts';
import { titleOf } from '../document/prose.ts';
import { characterCount } from '../document/words.ts';
import { onDocument, when, whenAny } from './check.ts';

const longestTitle = 60;
const widestTitle = 561;
const shortestTitle = 30;
const longestDescription = 160;
const shortestDescription = 70;

const descriptions = ({ metas }: PageDocument) =>
  metas.filter(({ kind, name }) => kind === 'name' && name === 'description');
export const descriptionOf = (document: PageDocument) =>
  descriptions(document)
    .find(({ inHead, content }) => inHead && content.trim() !== '')
    ?.content.trim();

export const title = 'head > title';
export const description = 'meta[name="description"]';
export const googleTitles = 'Google Search Central, "Influencing title links"';
export const googleSnippets = 'Google Search Central, "Control your snippets"';

export const titleDocumentChecks = onDocument([
  {
    id: 'title_missing',
    severity: 'high',
    weight: 10,
    title: 'The page has no title tag.',
    why: 'The title is the headline of a search result; without one, search engines make one up.',
    threshold: 'No title element with text. Titles of drawings (SVG) do not count.',
    remedy: 'Write a title of 30 to 60 characters that says what only this page offers.',
    source: googleTitles,
    // One outside the head is reported as misplaced.
    find: ({ titles }) =>
      when(
        titles.every(({ text }) => text === ''),
        title,
        'missing or empty',
      ),
  },
  {
    id: 'title_multiple',
    severity: 'medium',
    title: 'The page has several title tags.',
    why: 'Search engines use one of them, not always the intended one.',
    threshold: 'More than one title element in the head.',
    remedy: 'Remove all but one.',
    source: 'HTML Standard, "The title element"',
    find: ({ titles }) => {
      const inHead = titles.filter((each) => each.inHead);
      return when(inHead.length > 1, title, inHead.map(({ text }) => text).join(' | '));
    },
  },
  {
    id: 'title_outside_head',
    severity: 'medium',
    title: 'The title tag is outside the head.',
    why: 'Search engines may miss it.',
    threshold: 'A title element that a parser finds in the body.',
    remedy: 'Move it into the head.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: ({ titles }) =>
      whenAny(
        titles.filter(({ inHead }) => !inHead),
        'body title',
        ({ text }) => text,
      ),
  },
  {
    id: 'title_long',
    severity: 'low',
    title: 'The title is too long for search results.',
    why: 'Its end is cut off in search results.',
    threshold: 'More than 60 characters, or wider than about 561 pixels.',
    remedy: 'Shorten it to about 60 characters: topic first, brand last.',
    source: 'Screaming Frog: 60 characters, 561 pixels',
    find: (document) => {
      const text = titleOf(document) ?? '';
      const [characters, pixels] = [characterCount(text), titlePixels(text)];
      return when(
        characters > longestTitle || pixels > widestTitle,
        title,
        `${characters} characters, about ${pixels} px: ${text}`,
      );
    },
  },
  {
    id: 'title_short',
    severity: 'low',
    title: 'The title is short.',
    why: 'It leaves space unused that could earn clicks.',
    threshold: 'Fewer than 30 characters; 15 where the script writes a word in one or two characters.',
    remedy: 'Name topic and benefit, then the brand.',
    source: 'Screaming Frog: 30 characters',
    find: (document) => {
      const text = titleOf(document);
      const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text ?? '')
        ? 15
        : shortestTitle;
      return when(text !== undefined && characterCount(text) < least, title, text ?? '');
    },
  },
  {
    id: 'title_equals_h1',
    severity: 'low',
    title: 'Title and h1 are identical.',
    why: 'Two chances to win a reader say the same thing.',
    threshold: 'Title and first h1 are equal but for case and space.',
    remedy: 'Let the title win the click and the h1 confirm it.',
    source: 'Screaming Frog, "Same as H1"',
    find: (document) => {
      const heading = document.headings.find(({ level }) => level === 1)?.text.toLowerCase();
      return when(
        heading !== undefined && heading !== '' && heading === titleOf(document)?.toLowerCase(),
        'h1',
        heading ?? '',
      );
    },
  },
  {
    id: 'title_boilerplate_only',
    severity: 'low',
    title: 'The title is only the brand or a placeholder.',
    why: 'It does not say what the page is about.',
    threshold:
      'A title such as `Home`, `Untitled` or `Document`, or a separator with nothing before it and no other behind it.',
    remedy: 'Put the topic of the page before the brand.',
    source: googleTitles,
    find: (document) => {
      const text = titleOf(document) ?? '';
      const isEmptySide = /^\s*[|–—·»:-]+(?!.*\s[|–—·»:-]\s)/u.test(text);
      const isPlaceholder =
        /^(?:home|homepage|home page|untitled|untitled document|document|index|new page|page|welcome)$/iu.test(
          text.trim(),
        );
      return when(text !== '' && (isEmptySide || isPlaceholder), title, text);
    },
  },
  {
    id: 'title_irrelevant',
    severity: 'low',
    title: 'The title does not match the page’s text.',
    why: 'Search engines rewrite titles that do not fit.',
    threshold:
      'Fewer than 30% of the title’s longer words, by their first five letters, stand in the body; at least three words and 100 words of body.',
    remedy: 'Use the same words in title and text.',
    source: 'DataForSEO OnPage, irrelevant_title: 0.3',
    find: (document) => when(document.prose.titleShare < 0.3, title, titleOf(document) ?? ''),
  },
  {
    id: 'description_missing',
    severity: 'medium',
    title: 'The page has no meta description.',
    why: 'Search engines choose a passage of their own as the snippet.',
    threshold: 'No description with text.',
    remedy: 'Write 70 to 160 characters that say what the reader gets.',
    source: googleSnippets,
    // One outside the head is reported as misplaced.
    find: (document) =>
      when(
        descriptions(document).every(({ content }) => content.trim() === ''),
        description,
        'missing or empty',
      ),
  },
  {
    id: 'description_long',
    severity: 'low',
    title: 'The meta description is too long for search results.',
    why: 'Its end is cut off.',
    threshold: 'More than 160 characters.',
    remedy: 'Shorten it to 160 characters; put what matters first.',
    source: 'Screaming Frog: 155; SEOnaut, siteone-crawler, LibreCrawl: 160',
    find: (document) => {
      const text = descriptionOf(document) ?? '';
      return when(
        characterCount(text) > longestDescription,
        description,
        `${characterCount(text)} characters: ${text}`,
      );
    },
  },
  {
    id: 'description_short',
    severity: 'low',
    title: 'The meta description is short.',
    why: 'Search engines tend to replace it with a passage of the page.',
    threshold: 'Fewer than 70 characters; 35 where the script writes a word in one or two characters.',
    remedy: 'Say in one or two full sentences what the reader gets.',
    source: 'Screaming Frog: 70 characters',
    find: (document) => {
      const text = descriptionOf(document);
      const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text ?? '')
        ? 35
        : shortestDescription;
      return when(text !== undefined && characterCount(text) < least, description, text ?? '');
    },
  },
  {
    id: 'description_multiple',
    severity: 'medium',
    weight: 3,
    title: 'The page has several meta descriptions.',
    why: 'Search engines may use any of them.',
    threshold: 'More than one description in the head.',
    remedy: 'Remove all but one.',
    source: 'Screaming Frog, "Multiple Meta Descriptions"',
    find: (document) => {
      const inHead = descriptions(document).filter((each) => each.inHead);
      return when(inHead.length > 1, description, inHead.map(({ content }) => content).join(' | '));
    },
  },
  {
    id: 'description_outside_head',
    severity: 'medium',
    weight: 3,
    title: 'The meta description is outside the head.',
    why: 'Search engines may miss it.',
    threshold: 'A description that a parser finds in the body.',
    remedy: 'Move it up in the head, above any element that does not belong there.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: (document) =>
      whenAny(
        descriptions(document).filter(({ inHead }) => !inHead),
        `body ${description}`,
        ({ content }) => content,
      ),
  },
]);

/** Pixels of characters in Arial at 20 px, the type of Google's result titles, by rough classes. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!()[\]ft]/u, 5.5],
  [/[rs\s-]/u, 7],
  [/[mwMW@%—]/u, 16.5],
  [/[A-Z&]/u, 13.3],
  [/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u, 20],
];
const ordinaryWidth = 10.6;

/** Estimated width of a title in Google's results, in pixels; within some percent of a real measurement. */
export function titlePixels(text: string): number {
  let pixels = 0;
  for (const character of text)
    pixels += widths.find(([pattern]) => pattern.test(character))?.[1] ?? ordinaryWidth;
  return Math.round(pixels);
}
