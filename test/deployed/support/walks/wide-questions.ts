import { longListing, longPage, longSite, manyKeywords } from './long-lists.ts';

/** Questions to the stored index that read more of it, or fill longer lists, than a tool's example. */
export const wideQuestions: Readonly<Record<string, readonly object[]>> = {
  discover_competitors: [{ seed_keywords: ['running shoes', 'trail running shoes'] }],
  compare_keyword_coverage: [{ domain: 'trailpeak.example', competitors: ['everymart.example'] }],
  inspect_page: [{ url: longPage }],
  inspect_serp: [{ query: longListing, depth: 100 }],
  inspect_search_visibility: [{ domain: longSite, keywords: manyKeywords }],
  compare_backlink_gap: [{ domain: 'trailpeak.example', competitors: [longSite], limit: 200 }],
};
