import { coversHost } from './domain-scope.ts';

/**
 * Whether a listing's AI overview cites a domain: `none`: the listing has no
 * overview; `not_checked`: no listing is known, or its overview was not read.
 */
export type AiCitation = 'cited' | 'not_cited' | 'none' | 'not_checked';

/** `features`: item types of a whole listing, null where unknown; `cited`: hosts that its overview refers to. */
export function aiCitation(
  domain: string,
  features: readonly string[] | null,
  cited: readonly string[],
): AiCitation {
  if (cited.length > 0) return cited.some((host) => coversHost(domain, host)) ? 'cited' : 'not_cited';
  if (features === null) return 'not_checked';
  return features.includes('ai_overview') ? 'not_checked' : 'none';
}
