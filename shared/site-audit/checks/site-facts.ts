import type { Crawl } from '../crawl/crawl-site.ts';
import type { AuditedPage, FailedPage, MovedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';
import type { Probes } from '../crawl/probe-site.ts';
import { pageKey, withoutSession } from '../site-scope.ts';
import type { ReferenceReader, References } from './references.ts';

/** What the checks may use of the whole site: the crawl, the probes, and the links between pages. */
export interface SiteFacts {
  readonly crawl: Crawl;
  readonly probes: Probes;
  readonly audited: readonly AuditedPage[];
  /** Pages that answered, under the address that answered. */
  readonly byKey: ReadonlyMap<string, PageRecord>;
  readonly failedByKey: ReadonlyMap<string, FailedPage>;
  /** What audited pages refer to. */
  readonly references: References;
  /** Clicks from the home page along those links, by page key. */
  readonly depths: ReadonlyMap<string, number>;
  /** Pages that were opened in a browser, as it has them, by page key. */
  readonly rendered: ReadonlyMap<string, PageRecord>;
  /** How an address on the site answers: read, failed, probed, or unknown. */
  answerOf(url: URL | string): Answer | undefined;
  /** The same by its page key. */
  answerAt(key: string): Answer | undefined;
}

/** How an address answered, as far as anybody asked. */
export interface Answer {
  readonly status: number | null;
  readonly isRedirect: boolean;
  readonly finalUrl: string;
  readonly isNoindex: boolean;
  /** Another page that it names as its canonical. */
  readonly canonical: URL | undefined;
  readonly failure: string | undefined;
}

/** The status or the failure by which an address does not work; undefined where it works or nobody knows. */
export function faultOf(answer: Answer | undefined): string | undefined {
  if (answer?.failure !== undefined) return answer.failure;
  return (answer?.status ?? 0) >= 400 ? String(answer?.status) : undefined;
}

/** `reader` has read the audited pages: these hold their references no longer. */
export function createSiteFacts(crawl: Crawl, probes: Probes, reader: ReferenceReader): SiteFacts {
  const audited = crawl.records.filter(isAudited);
  const byKey = new Map<string, PageRecord>();
  for (const record of crawl.records) byKey.set(record.key, record);
  const movedByKey = new Map(crawl.moves.map((move) => [move.key, move]));
  const failedByKey = new Map(crawl.failures.map((failure) => [failure.key, failure]));
  const answerAt = (key: string): Answer | undefined => {
    const record = byKey.get(key);
    if (record !== undefined) return answerOfRecord(record);
    const move = movedByKey.get(key);
    if (move !== undefined) return answerOfMove(move, byKey.get(pageKey(move.finalUrl)));
    const failure = failedByKey.get(key);
    if (failure !== undefined) return answerOfFailure(failure);
    const probe = probes.targets.get(key);
    return probe === undefined ? undefined : answerOfProbe(probe);
  };
  const answerOf = (url: URL | string) => answerAt(keyOf(url));
  const references = reader.of(audited);
  return {
    crawl,
    probes,
    audited,
    byKey,
    failedByKey,
    references,
    depths: clickDepths(crawl, references),
    rendered: new Map(),
    answerOf,
    answerAt,
  };
}

function keyOf(url: URL | string): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  return parsed === null ? String(url) : pageKey(withoutSession(parsed));
}

export function isAudited(record: PageRecord): record is AuditedPage {
  return record.exclusion === undefined && record.document !== undefined;
}

/** A redirect is no click: where it ends is as near as where it begins. */
function clickDepths({ home, moves }: Crawl, references: References): ReadonlyMap<string, number> {
  const ends = new Map(moves.map(({ key, finalUrl }) => [key, pageKey(finalUrl)]));
  const outgoing = new Map<string, string[]>();
  references.internal.each((from, { key }) => {
    const known = outgoing.get(from.key) ?? [];
    outgoing.set(from.key, known);
    known.push(key, ends.get(key) ?? key);
  });
  const depths = new Map([[home.key, 0]]);
  // A Map visits entries added while it is walked: this is the whole breadth-first search.
  for (const [key, depth] of depths)
    for (const target of outgoing.get(key) ?? []) if (!depths.has(target)) depths.set(target, depth + 1);
  return depths;
}

const plain = { isRedirect: false, isNoindex: false, canonical: undefined, failure: undefined };

function answerOfRecord(record: PageRecord): Answer {
  return {
    ...plain,
    status: record.exclusion === 'auth_gate' ? null : record.status,
    finalUrl: record.url,
    isNoindex: record.indexability.noindex.length > 0,
    canonical: record.isOwnCanonical ? undefined : record.indexability.canonical,
  };
}

/** A redirected address answers as the page at its end does, if that was read. */
function answerOfMove({ finalUrl, status }: MovedPage, record: PageRecord | undefined): Answer {
  const end = record === undefined ? { ...plain, status } : answerOfRecord(record);
  return { ...end, isRedirect: true, finalUrl };
}

const answerOfFailure = ({ requestedUrl, reason }: FailedPage): Answer => ({
  ...{ ...plain, status: null, finalUrl: requestedUrl, failure: reason },
});

function answerOfProbe({ status, refusal, hops, finalUrl }: Probe): Answer {
  const isFailure = refusal !== 'aborted' && refusal !== 'unsafe_address';
  return {
    ...plain,
    status,
    isRedirect: hops.length > 0,
    finalUrl,
    failure: isFailure ? refusal : undefined,
  };
}
