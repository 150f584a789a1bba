import { crawlerToken, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import {
  crawlDelaySeconds,
  matchRobots,
  pathOf,
  type RobotsVerdict,
  rulesFor,
} from '../robots/match-robots.ts';
import { parseRobots, type RobotsTxt, robotsTxtLimitBytes } from '../robots/parse-robots.ts';

/** Our own token, and the one whose access site owners care about. */
const ourToken = crawlerToken;
const googleToken = 'Googlebot';

export interface RobotsState {
  readonly outcome: 'found' | 'missing' | 'server_error' | 'unreachable';
  readonly url: string;
  readonly status: number | null;
  readonly robots: RobotsTxt;
  /** As the site asks. */
  readonly delaySeconds: number;
  /** The same in milliseconds, at most as long as any audit runs. */
  readonly spacingMs: number;
  /** The delay leaves room for a few requests only. */
  readonly isSlow: boolean;
  /** Whether we may fetch an address. No, once the budget for comparing it with the rules is spent. */
  allows(url: string): boolean;
  /** Comparisons were more than an audit makes: addresses are left out that may be open. */
  readonly isSpent: boolean;
  verdicts(url: string): { readonly us: RobotsVerdict; readonly google: RobotsVerdict };
}

/** Longer than any audit: a request that must wait this long is not sent. */
const longestSpacingMs = 60_000;
/** From this delay on an audit reads pages and asks for nothing else. */
const slowSpacingMs = 3000;

const closed: RobotsVerdict = { allowed: false, rule: undefined };

/**
 * Fetches a site's robots.txt. By RFC 9309, 2.3.1: 4xx means no rules at all,
 * 5xx or no answer means that everything is disallowed.
 */
export async function fetchRobots(
  origin: string,
  fetcher: SiteFetcher,
  signal: AbortSignal,
): Promise<RobotsState & KeptRobots> {
  const url = `${origin}/robots.txt`;
  const answer = await fetcher.fetch(url, {
    maxRedirects: 5,
    maxBytes: robotsTxtLimitBytes + 1,
    isCutAtMaxBytes: true,
    accept: 'text/plain,*/*;q=0.5',
    signal,
  });
  if (!answer.ok) return openRobots({ outcome: 'unreachable', url, status: null, text: '' });
  if (answer.status >= 500)
    return openRobots({ outcome: 'server_error', url, status: answer.status, text: '' });
  const isFound = answer.status < 300;
  const text = isFound ? Buffer.from(answer.body).toString('base64') : '';
  return openRobots({ outcome: isFound ? 'found' : 'missing', url, status: answer.status, text });
}

/** A robots.txt as it was fetched; `text` in base64. */
export type KeptRobots = Pick<RobotsState, 'outcome' | 'url' | 'status'> & { readonly text: string };

/** The rules of a robots.txt that was fetched before. */
export function openRobots(kept: KeptRobots): RobotsState & KeptRobots {
  const isClosed = kept.outcome === 'unreachable' || kept.outcome === 'server_error';
  const robots = parseRobots(Buffer.from(kept.text, 'base64'));
  const ours = rulesFor(robots, ourToken);
  const delaySeconds = crawlDelaySeconds(robots, ourToken);
  const spacingMs = Math.min(delaySeconds * 1000, longestSpacingMs);
  const judge = (target: string): RobotsVerdict =>
    isClosed ? closed : (ours.match(pathOf(target)) ?? closed);
  return {
    ...kept,
    robots,
    delaySeconds,
    spacingMs,
    isSlow: spacingMs >= slowSpacingMs,
    allows: (target) => judge(target).allowed,
    get isSpent() {
      return ours.isSpent;
    },
    verdicts: (target) => ({
      us: judge(target),
      google: isClosed ? closed : matchRobots(robots, googleToken, target),
    }),
  };
}
