import { accountWords, capabilityWords } from './account-words.ts';
import { auditWords, linkWords } from './audit-words.ts';
import { envelopeWords } from './envelope-words.ts';
import { importWords } from './import-words.ts';
import { changeWords, ownSiteWords, searchConsoleWords } from './own-site-words.ts';
import { listingWords, searchWords } from './search-words.ts';
import { trackerWords } from './tracker-words.ts';

/**
 * What the members of answers mean: unit, range, source, and what null says. A
 * key is the end of a member's path (`own.clicks` fits `…top_pages.own.clicks`),
 * lists are passed without a mark, `*` is any name of a map, and the longest key
 * that fits is taken. A description in a contract goes first.
 *
 * They are here and not in the contracts, because every function reads its
 * contract at its cold start and only the reference reads these.
 */
export const words: Readonly<Record<string, string>> = {
  ...envelopeWords,
  ...searchWords,
  ...ownSiteWords,
  ...listingWords,
  ...linkWords,
  ...auditWords,
  ...accountWords,
  ...capabilityWords,
  ...importWords,
  ...searchConsoleWords,
  ...changeWords,
  ...trackerWords,
};
