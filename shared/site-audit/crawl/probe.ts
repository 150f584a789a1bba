import { hash } from 'node:crypto';
import {
  type FetchOutcome,
  type FetchQuestion,
  type Hop,
  isOurs,
  type RefusalReason,
  type SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { isSameSpelling, pageKey } from '../site-scope.ts';
import type { ReadRecord } from './page-record.ts';
import { isDenied } from './read-page.ts';
import type { RobotsState } from './robots-state.ts';

/** What an address that was only touched, not read as a page, answered. */
export interface Probe {
  readonly url: string;
  /** Null where there was no answer, or none that says anything about the page. */
  readonly status: number | null;
  readonly refusal: RefusalReason | undefined;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  readonly bodyHash: string;
}

/** Asks one address; what comes back is never a throw. */
export type Ask = (url: string, question?: FetchQuestion) => Promise<Probe>;

export function askWith(fetcher: SiteFetcher, common: Pick<FetchQuestion, 'spacingMs' | 'signal'>): Ask {
  return async (url, question = {}) => probeOf(url, await fetcher.fetch(url, { ...common, ...question }));
}

/** Whether it says something about the address rather than about our own time. */
export function isTelling({ refusal }: Probe): boolean {
  return refusal === undefined || !isOurs(refusal);
}

/** HEAD first; whatever sounds like an error is asked again with GET, since many servers answer HEAD wrongly. */
export async function askTarget(url: string, ask: Ask): Promise<Probe> {
  const head = await ask(url, { method: 'HEAD', maxRedirects: 5 });
  if (head.refusal === undefined && (head.status ?? 500) < 400) return head;
  return ask(url, { maxRedirects: 5 });
}

function probeOf(url: string, outcome: FetchOutcome): Probe {
  const common = { url, hops: outcome.hops };
  if (!outcome.ok) return { ...common, status: null, refusal: outcome.reason, finalUrl: url, bodyHash: '' };
  return {
    ...common,
    status: isDenied(outcome) ? null : outcome.status,
    refusal: undefined,
    finalUrl: outcome.url,
    bodyHash: hash('sha256', outcome.body, 'base64url'),
  };
}

interface CanonicalQuestion extends Pick<FetchQuestion, 'spacingMs' | 'signal'> {
  readonly fetcher: SiteFetcher;
  readonly robots: Pick<RobotsState, 'allows' | 'isSlow'>;
}

/**
 * Asks where the canonical of a page leads that seems to be a copy. One that
 * redirects back is the page itself, and search engines ignore one that is
 * dead: neither keeps the page out of the audit.
 */
export function createCanonicalAsker({ fetcher, robots, ...common }: CanonicalQuestion) {
  const ask = askWith(fetcher, common);
  const asked = new Map<string, Promise<Probe>>();
  const answers = new Map<string, Probe>();

  const answerOf = async (target: URL): Promise<Probe | undefined> => {
    const key = pageKey(target);
    const answer = asked.get(key) ?? askTarget(target.href, ask);
    asked.set(key, answer);
    const probe = await answer;
    if (!isTelling(probe)) return undefined;
    answers.set(key, probe);
    return probe;
  };

  const targetOf = ({ exclusion, indexability: { canonical } }: ReadRecord): URL | undefined =>
    exclusion === 'canonicalised' && canonical && !robots.isSlow && robots.allows(canonical.href)
      ? canonical
      : undefined;

  return {
    answers,
    isAsked: (record: ReadRecord): boolean => targetOf(record) !== undefined,
    async settle(record: ReadRecord): Promise<ReadRecord> {
      const canonical = targetOf(record);
      const answer = canonical && (await answerOf(canonical));
      if (answer === undefined) return record;
      if (isDead(answer)) return { ...record, exclusion: undefined };
      const isOwnCanonical = isSameSpelling(new URL(answer.finalUrl), new URL(record.url));
      return isOwnCanonical ? { ...record, isOwnCanonical, exclusion: undefined } : record;
    },
  };
}

const isDead = ({ refusal, status }: Probe) => refusal !== undefined || (status ?? 0) >= 400;
