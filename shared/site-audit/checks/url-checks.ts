import { isEndless } from '../crawl/candidate.ts';
import { characterCount } from '../document/words.ts';
import { onDocument, when } from './check.ts';

const longestUrl = 115;
const mostParameters = 3;

const decodedPath = (address: string): string => {
  try {
    return decodeURIComponent(new URL(address).pathname);
  } catch {
    return new URL(address).pathname;
  }
};

/** An address as a browser's bar shows it. */
const decodedAddress = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

export const urlDocumentChecks = onDocument([
  {
    id: 'url_uppercase',
    severity: 'low',
    title: 'The URL contains capital letters.',
    why: 'Paths are case-sensitive: a link in another case is another page, or none.',
    threshold: 'A capital letter in the path, apart from percent escapes.',
    remedy: 'Use lower case, and redirect the old spelling.',
    source: 'Screaming Frog, "Uppercase"',
    find: (_document, { url }) =>
      when(/[A-Z]/u.test(new URL(url).pathname.replaceAll(/%[0-9A-F]{2}/gu, '')), 'address', url),
  },
  {
    id: 'url_underscore',
    severity: 'low',
    title: 'The URL contains underscores.',
    why: 'Search engines separate words at hyphens, not at underscores.',
    threshold: 'An underscore in the path.',
    remedy: 'Use hyphens in new addresses; leave old ones that already rank.',
    source: 'Google Search Central, "URL structure best practices"',
    find: (_document, { url }) => when(new URL(url).pathname.includes('_'), 'address', url),
  },
  {
    id: 'url_space',
    severity: 'low',
    title: 'The URL contains spaces.',
    why: 'It breaks when it is copied into an email or a document.',
    threshold: 'An escaped space or + in the path.',
    remedy: 'Use hyphens.',
    source: 'Screaming Frog, "Contains Space"',
    find: (_document, { url }) => when(/%20|\+/u.test(new URL(url).pathname), 'address', url),
  },
  {
    id: 'url_double_slash',
    severity: 'low',
    title: 'The URL contains a double slash.',
    why: 'It is usually an error in how the URL is built, and a second address for the same page.',
    threshold: '// in the path.',
    remedy: 'Fix what builds the URL, and redirect it.',
    source: 'Screaming Frog, "Multiple Slashes"',
    find: (_document, { url }) => when(new URL(url).pathname.includes('//'), 'address', url),
  },
  {
    id: 'url_non_ascii',
    severity: 'low',
    title: 'The URL contains non-ASCII characters.',
    why: 'Copied elsewhere it turns into a row of percent signs.',
    threshold: 'A character beyond ASCII in the decoded path.',
    remedy: 'Spell new addresses with plain letters where readers do so too.',
    source: 'Screaming Frog, "Non ASCII Characters"',
    find: (_document, { url }) => when(/[^ -~]/u.test(decodedPath(url)), 'address', decodedPath(url)),
  },
  {
    id: 'url_many_params',
    severity: 'low',
    title: 'The URL has many parameters.',
    why: 'Their combinations multiply into addresses that show the same page.',
    threshold: 'More than 3 parameters.',
    remedy: 'Move what identifies the page into the path.',
    source: 'Google Search Central, "URL structure best practices"',
    find: (_document, { url }) => when(new URL(url).searchParams.size > mostParameters, 'address', url),
  },
  {
    id: 'url_long',
    severity: 'low',
    title: 'The URL is long.',
    why: 'It is cut off in results and hard to share.',
    threshold: 'More than 115 characters, as a reader sees them: an escaped letter counts once.',
    remedy: 'Keep only the words that matter.',
    source: 'Screaming Frog: 115 characters; DataForSEO OnPage: 120',
    find: (_document, { url }) => {
      const shown = decodedAddress(url);
      const length = characterCount(shown);
      return when(length > longestUrl, 'address', `${length} characters: ${shown}`);
    },
  },
  {
    id: 'url_repetitive',
    severity: 'low',
    title: 'The URL repeats path segments.',
    why: 'Relative links that lack a slash grow into endless addresses.',
    threshold: 'The same segment three times or more, or more than 12 segments.',
    remedy: 'Write links from the root, and answer 404 for paths that do not exist.',
    source: 'Screaming Frog, "Repetitive Path"',
    find: (_document, { url }) => when(isEndless(new URL(url).pathname), 'address', url),
  },
]);
