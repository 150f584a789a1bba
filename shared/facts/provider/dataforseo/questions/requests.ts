import { setImmediate as turn } from 'node:timers/promises';
import { widenedNotice } from '#shared/facts/markets/markets.ts';
import { type Market, marketKey, type Notice } from '#shared/facts/ports/fact.ts';
import type { RankedTarget } from '#shared/facts/ports/search-index.ts';
import { within } from '#shared/facts/provider/upstream-care.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Answered, Question, UpstreamClient } from '../client/upstream-client.ts';
import { type RankedKeywords, rankedKeywords } from '../wire/labs-wire.ts';

/**
 * What requests cost, in micro-dollars, known before they are made. The
 * provider publishes no price-before-call endpoint; these are its list prices
 * of September and October 2026, and `upstream check` shows the account's own.
 * They decide budgets only: what is recorded is the cost that answers state.
 */

/** A search for an operator such as `site:` costs five times as much, for each operator. */
const operatorFactor = 5;
const operatorPattern =
  /(?:^|\s)-?(?:site|intitle|allintitle|inurl|allinurl|intext|allintext|inanchor|filetype|ext|related|info|link|define|before|after):/giu;

/** A task of the keyword and domain database: a fee and a price for each row asked for. */
export function labsPriceMicroUsd(rows: number): number {
  return 12_000 + 120 * rows;
}

export function backlinksPriceMicroUsd(rows: number): number {
  return 24_000 + 36 * rows;
}

/** A live listing: the first ten results, then each further page of ten. */
export function listingPriceMicroUsd(keyword: string, depth: number, withAiOverview: boolean): number {
  const furtherPages = Math.max(0, Math.ceil(depth / 10) - 1);
  const pages = 2_000 + 1_500 * furtherPages;
  const operators = keyword.match(operatorPattern)?.length ?? 0;
  return pages * operatorFactor ** operators + (withAiOverview ? 2_000 : 0);
}

/** Half a second to a second and a half in the provider's own samples. */
const timeoutMs = 12_000;

/** What all questions to the keyword and domain database share; `rows` are those paid for. */
export function labsQuestion(
  endpoint: string,
  rows: number,
): Pick<Question<unknown>, 'kind' | 'path' | 'priceMicroUsd' | 'timeoutMs'> {
  return {
    kind: 'index',
    path: `/v3/dataforseo_labs/google/${endpoint}/live`,
    priceMicroUsd: labsPriceMicroUsd(rows),
    timeoutMs,
  };
}

/** Countries of which the provider makes listings but keeps no index (its location list of October 2026). */
const countriesWithoutIndex = new Set(
  (
    'AD BS BB BZ BW BN DO ET FJ GE GG GY HT HN IS IQ IM JM JE KW KG LA LB LI LU MG MW MV MU MN ME MZ NA NP ' +
    'OM PG QA RW SM SR TJ TZ TT TM UG UZ ZM ZW'
  ).split(' '),
);

/** The market of an index question: always a country, always both codes, since an omitted one means "anywhere". */
interface IndexMarket {
  readonly params: { readonly location_code: number; readonly language_code: string };
  readonly notices: readonly Notice[];
}

/** Fails with `unsupported_market` where the provider keeps no index of the country. */
export function indexMarket(market: Market): IndexMarket {
  const { location, language } = market;
  if (countriesWithoutIndex.has(location.countryIso)) throw noIndexOf(location.countryName);
  const widened = widenedNotice(market);
  return {
    params: { location_code: location.countryCode, language_code: language.code },
    notices: widened ? [widened] : [],
  };
}

/** The market of a listing: a place by its name, a country by its code, and the device. */
export function listingMarket({
  location,
  language,
  device,
}: Market): Readonly<Record<string, string | number>> {
  const place =
    location.kind === 'place' ? { location_name: location.name } : { location_code: location.countryCode };
  return { ...place, language_code: language.code, device: device ?? 'desktop' };
}

function noIndexOf(country: string): ServiceError {
  const message = `No search index is kept for ${country}. Ask inspect_serp for its listings, or send a larger country.`;
  return new ServiceError('unsupported_market', message, {
    faults: [{ pointer: '/location', loc: ['location'], type: 'unsupported_market', message }],
  });
}

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
