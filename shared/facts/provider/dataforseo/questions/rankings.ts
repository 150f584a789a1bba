import { setImmediate as turn } from 'node:timers/promises';
import { type Market, marketKey } from '#shared/facts/ports/fact.ts';
import type { RankedTarget } from '#shared/facts/ports/search-index.ts';
import { within } from '../../upstream-care.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { type RankedKeywords, rankedKeywords } from '../wire/labs-wire.ts';
import { indexMarket, labsQuestion } from './requests.ts';

/** How long a question waits for a ranking that may spare it, before it is asked all the same. */
const patienceMs = 2_500;
/** Rows asked for at once: rounded up to one of these, so that similar questions share an answer. */
const sizes = [25, 50, 100, 200, 500, 1_000];
const largest = 1_000;

interface Batch {
  limit: number;
  readonly answer: Promise<Answered<RankedKeywords>>;
  isSent: boolean;
}

export type Rankings = ReturnType<typeof createRankings>;

/**
 * Counts and rows of a target come in one answer, so a call that asks for both
 * pays once: questions that come in the same turn of the event loop are joined,
 * and the largest limit decides.
 */
export function createRankings(upstream: UpstreamClient) {
  const batches = new Map<string, Batch>();
  return {
    /** The strongest rankings of a target, with the counts of the whole target. A limit of 0 asks for the counts only. */
    of(target: RankedTarget, market: Market, limit: number): Promise<Answered<RankedKeywords>> {
      const key = keyOf(target, market);
      const open = batches.get(key);
      if (open && (!open.isSent || limit <= open.limit)) {
        open.limit = Math.max(open.limit, sizeFor(limit));
        return open.answer;
      }
      const batch: Batch = {
        limit: sizeFor(limit),
        isSent: false,
        answer: turn().then(() => {
          batch.isSent = true;
          return askRankings(upstream, target, market, batch.limit);
        }),
      };
      batches.set(key, batch);
      return batch.answer;
    },

    /**
     * What this call has asked about the target besides, since it may answer another question too or show that
     * there is nothing to ask. Undefined where the call did not ask, or where the answer is long in coming.
     */
    async besides(target: RankedTarget, market: Market): Promise<Answered<RankedKeywords> | undefined> {
      const answer = batches.get(keyOf(target, market))?.answer;
      return answer && within(patienceMs, answer);
    },
  };
}

function keyOf(target: RankedTarget, market: Market): string {
  return `${'url' in target ? target.url : target.domain} ${marketKey(market)}`;
}

function askRankings(
  upstream: UpstreamClient,
  target: RankedTarget,
  market: Market,
  limit: number,
): Promise<Answered<RankedKeywords>> {
  const { params } = indexMarket(market);
  return upstream.ask({
    ...labsQuestion('ranked_keywords', limit),
    task: {
      // An address without its scheme would be read as the whole domain.
      target: 'url' in target ? target.url : target.domain,
      ...params,
      // Left out, paid results are mixed in.
      item_types: ['organic'],
      order_by: ['ranked_serp_element.serp_item.etv,desc'],
      limit,
    },
    schema: rankedKeywords,
  });
}

function sizeFor(limit: number): number {
  return sizes.find((size) => size >= limit) ?? largest;
}
