import type { WholeList } from '#shared/facts/ports/search-index.ts';
import { domains, linksTo, rankingsOf } from '#test/support/upstream/world.ts';
import { ownDomain, ownPage } from '../operators.ts';
import { longListing, longPage, longSite, manyKeywords } from './long-lists.ts';
import { freshWord } from './walk.ts';

/** Questions to the stored index that read more of it, or fill longer lists, than a tool's example. */
export const wideQuestions: Readonly<Record<string, readonly object[]>> = {
  discover_competitors: [
    { seed_keywords: ['running shoes', 'trail running shoes'] },
    { seed_keywords: [longListing], limit: 100 },
  ],
  compare_keyword_coverage: [{ domain: 'trailpeak.example', competitors: ['everymart.example'] }],
  inspect_page: [{ url: longPage }],
  inspect_serp: [{ query: longListing, depth: 100 }],
  inspect_search_visibility: [{ domain: longSite, keywords: manyKeywords }],
  compare_backlink_gap: [{ domain: 'trailpeak.example', competitors: [longSite], limit: 200 }],
};

let asked = 0;

/** Questions that no call has asked before, and of which a live provider lists more than there is room for. */
export const copiedQuestions: Readonly<Record<string, () => object>> = {
  inspect_domain: () => ({ domain: freshDomain() }),
  research_keywords: () => ({ seed: 'running shoes', limit: freshLimit() }),
  compare_keyword_coverage: () => ({
    domain: 'trailhound.example',
    competitors: ['peakgear.example', `${freshWord()}.example`],
  }),
  inspect_backlinks: () => ({ domain: 'fellrunner.example', limit: freshLimit() }),
  compare_backlink_gap: () => ({
    domain: `${freshWord()}.example`,
    competitors: domains.toSorted((one, other) => linksTo(other).length - linksTo(one).length).slice(0, 10),
    ...{ limit: 200, max_spam_score: 100 },
  }),
};

/** Sites that a live provider lists more keywords of than a snapshot shows, one after another. */
const listed = domains.filter((domain) => rankingsOf(domain).length > 10);
let domainsAsked = 0;

function freshDomain(): string {
  domainsAsked += 1;
  return listed[domainsAsked % listed.length] ?? '';
}

function freshLimit(): number {
  asked += 1;
  return 20 + (asked % 100);
}

/** Questions about the site whose figures an account brings. */
export const ownQuestions: Readonly<Record<string, object>> = {
  inspect_domain: { domain: ownDomain },
  inspect_page: { url: ownPage },
};

/** Lists that the index is asked for by a query, by many keys and by one. */
export const keptQuestions: readonly WholeList[] = [
  { list: 'ranked-keywords', domain: 'trailpeak.example' },
  { list: 'competitors', domain: 'trailpeak.example' },
  { list: 'referring-domains', domain: longSite },
  { list: 'anchors', domain: longSite },
];
