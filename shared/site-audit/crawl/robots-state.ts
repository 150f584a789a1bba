import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { crawlerToken } from '#shared/site-audit/fetch/user-agent.ts';
import { crawlDelaySeconds, matchRobots, type RobotsVerdict } from '../robots/match-robots.ts';
import { parseRobots, type RobotsTxt, robotsTxtLimitBytes } from '../robots/parse-robots.ts';

/** Our own token, and the one whose verdict site owners care about. */
const ourToken = crawlerToken;
const googleToken = 'Googlebot';

export interface RobotsState {
  readonly outcome: 'found' | 'missing' | 'server_error' | 'unreachable';
  readonly url: string;
  readonly status: number | null;
  readonly robots: RobotsTxt;
  readonly delaySeconds: number;
  verdicts(url: string): { readonly us: RobotsVerdict; readonly google: RobotsVerdict };
}

const closed: RobotsVerdict = { allowed: false, rule: undefined };

/**
 * Fetches a site's robots.txt. By RFC 9309, 2.3.1: 4xx means no rules at all,
 * 5xx or no answer means that everything is disallowed.
 */
export async function fetchRobots(
  origin: string,
  fetcher: SiteFetcher,
  signal: AbortSignal,
): Promise<RobotsState> {
  const url = `${origin}/robots.txt`;
  const answer = await fetcher.fetch(url, {
    maxRedirects: 5,
    maxBytes: robotsTxtLimitBytes * 2,
    accept: 'text/plain,*/*;q=0.5',
    signal,
  });
  if (!answer.ok) return unusable('unreachable', url, null);
  if (answer.status >= 500) return unusable('server_error', url, answer.status);
  const robots = parseRobots(answer.status < 300 ? answer.body : new Uint8Array());
  return {
    outcome: answer.status < 300 ? 'found' : 'missing',
    url,
    status: answer.status,
    robots,
    delaySeconds: crawlDelaySeconds(robots, ourToken),
    verdicts: (target) => ({
      us: matchRobots(robots, ourToken, target),
      google: matchRobots(robots, googleToken, target),
    }),
  };
}

function unusable(outcome: 'server_error' | 'unreachable', url: string, status: number | null): RobotsState {
  return {
    outcome,
    url,
    status,
    robots: parseRobots(new Uint8Array()),
    delaySeconds: 0,
    verdicts: () => ({ us: closed, google: closed }),
  };
}
