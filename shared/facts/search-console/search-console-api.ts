import * as v from 'valibot';
import type { searchTypes } from '#shared/contract/site-performance.ts';
import { GoogleRefusal, type RefusalKind, readAnswer } from '#shared/facts/search-console/google-refusal.ts';

export type SearchType = (typeof searchTypes)[number];

/** Rows of one page of an answer, and of one day and search type altogether. */
export const rowsOfPage = 25_000;
export const rowsOfDay = 50_000;

export type ConsoleDimensions = readonly (
  | 'date'
  | 'query'
  | 'page'
  | 'country'
  | 'device'
  | 'searchAppearance'
)[];

export interface ConsoleQuestion {
  readonly property: string;
  readonly type: SearchType;
  /** Days of Pacific time, both included: `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly dimensions: ConsoleDimensions;
  /** `all` with the days that are still being counted. */
  readonly state: 'final' | 'all';
}

const row = v.object({
  keys: v.optional(v.array(v.string()), []),
  clicks: v.number(),
  impressions: v.number(),
  position: v.optional(v.number(), 0),
});
export type ApiRow = v.InferOutput<typeof row>;

const answer = v.object({
  /** Absent where there are none. */
  rows: v.optional(v.array(row), []),
  metadata: v.optional(
    v.object({
      first_incomplete_date: v.optional(v.string()),
      // The discovery document writes it so.
      firstIncompleteDate: v.optional(v.string()),
    }),
  ),
});

const sites = v.object({
  siteEntry: v.optional(v.array(v.object({ siteUrl: v.string(), permissionLevel: v.string() })), []),
});

export interface ApiProperty {
  readonly property: string;
  /** `siteOwner`, `siteFullUser`, `siteRestrictedUser`, `siteUnverifiedUser`. */
  readonly permission: string;
}

export interface ConsoleAnswer {
  readonly rows: readonly ApiRow[];
  /** The first day that may still change noticeably; undefined where all are final. */
  readonly firstIncomplete: string | undefined;
}

export interface ApiParts {
  readonly apiUrl: string;
  readonly pause: (ms: number) => Promise<void>;
  /** An access token; after a 401 a fresh one. */
  token(isRefused: boolean): Promise<string>;
  /** How long an answer may take to be whole; a minute where it is left out. */
  readonly answerMs?: number;
  /** Requests of a connection a minute, of which half may be inspections. */
  readonly requestsPerMinute: number;
  onRequest?(): void;
}

/** A page of 25,000 rows comes within this time or counts as not come. */
const usualAnswerMs = 60_000;
const tries = 5;
const firstWaitMs = 1_000;

export type SearchConsoleApi = ReturnType<typeof createSearchConsoleApi>;

/** The documented API for one connection: paced, patient with what passes, and clear about what does not. */
export function createSearchConsoleApi(parts: ApiParts) {
  const pace = createPace(parts, parts.requestsPerMinute);
  const inspectionPace = createPace(parts, parts.requestsPerMinute / 2);
  const ask = async <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    body?: object,
    at = pace,
  ) => {
    const parsed = v.safeParse(schema, await patiently(parts, at, path, body));
    if (!parsed.success) throw new GoogleRefusal('not_understood');
    return parsed.output;
  };
  const page = async (
    { property, ...question }: ConsoleQuestion,
    startRow: number,
  ): Promise<ConsoleAnswer> => {
    const path = `/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`;
    const { rows, metadata } = await ask(path, answer, {
      startDate: question.from,
      endDate: question.to,
      dimensions: question.dimensions,
      type: question.type,
      dataState: question.state,
      rowLimit: rowsOfPage,
      startRow,
    });
    return { rows, firstIncomplete: metadata?.first_incomplete_date ?? metadata?.firstIncompleteDate };
  };
  return {
    async properties(): Promise<ApiProperty[]> {
      const { siteEntry } = await ask('/webmasters/v3/sites', sites);
      return siteEntry.map(({ siteUrl, permissionLevel }) => ({
        property: siteUrl,
        permission: camelCase(permissionLevel),
      }));
    },
    /** Every row of a question, read on until none come, as Google's guide says. */
    async rows(question: ConsoleQuestion): Promise<ConsoleAnswer> {
      const rows: ApiRow[] = [];
      let firstIncomplete: string | undefined;
      const isShort = !question.dimensions.some((name) => name === 'query' || name === 'page');
      while (rows.length < rowsOfDay) {
        const next = await page(question, rows.length);
        firstIncomplete ??= next.firstIncomplete;
        rows.push(...next.rows);
        // Days, countries, devices and appearances are never as many as one page holds.
        if (next.rows.length === 0 || isShort) break;
      }
      return { rows, firstIncomplete };
    },
    inspect: (property: string, url: string) =>
      ask(
        '/v1/urlInspection/index:inspect',
        inspection,
        { inspectionUrl: url, siteUrl: property },
        inspectionPace,
      ),
  };
}

const text = v.optional(v.string());
const inspection = v.object({
  inspectionResult: v.object({
    indexStatusResult: v.object({
      verdict: text,
      coverageState: text,
      robotsTxtState: text,
      indexingState: text,
      pageFetchState: text,
      lastCrawlTime: text,
      googleCanonical: text,
      userCanonical: text,
    }),
  }),
});

/** `SITE_OWNER`, as the discovery document writes it, is `siteOwner`. */
function camelCase(level: string): string {
  if (!/^[A-Z_]+$/u.test(level)) return level;
  return level.toLowerCase().replaceAll(/_(?<first>[a-z])/gu, (_, first: string) => first.toUpperCase());
}

/** One request after another as far apart as the quota of a site asks, however many are waiting. */
function createPace({ pause }: ApiParts, requestsPerMinute: number) {
  const gapMs = 60_000 / requestsPerMinute;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + gapMs;
    if (at > now) await pause(at - now);
  };
}

/** What passes by itself is tried again, each time after twice the wait and some chance; the last refusal is thrown. */
async function patiently(
  parts: ApiParts,
  pace: () => Promise<void>,
  path: string,
  body: object | undefined,
): Promise<unknown> {
  let isRefused = false;
  for (let attempt = 1; ; attempt += 1) {
    await pace();
    parts.onRequest?.();
    try {
      return await once(parts, path, body, isRefused);
    } catch (error) {
      const kind = passingKind(error, isRefused);
      if (kind === undefined || attempt === tries) throw error;
      isRefused ||= kind === 'token_refused';
      await parts.pause(
        kind === 'token_refused' ? 0 : firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random()),
      );
    }
  }
}

/** Of a refusal that passes by itself; a token that was refused twice does not. */
function passingKind(error: unknown, wasRefused: boolean): RefusalKind | undefined {
  const kind = error instanceof GoogleRefusal ? error.kind : undefined;
  return kind === undefined || !passing.has(kind) || (wasRefused && kind === 'token_refused')
    ? undefined
    : kind;
}

const passing = new Set<RefusalKind>(['token_refused', 'rate_quota', 'unavailable']);

async function once(
  { apiUrl, token, answerMs = usualAnswerMs }: ApiParts,
  path: string,
  body: object | undefined,
  isRefused: boolean,
): Promise<unknown> {
  const authorization = `Bearer ${await token(isRefused)}`;
  const { status, body: reply } = await readAnswer(`${apiUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(answerMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status === 200) return reply;
  throw new GoogleRefusal(kindOf(status, reply));
}

const problem = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    status: v.optional(v.string(), ''),
    errors: v.optional(
      v.array(v.object({ reason: v.optional(v.string(), ''), domain: v.optional(v.string(), '') })),
      [],
    ),
  }),
});

/** One error stands for all quotas; the reason, and where there is none the message, tells which. */
function kindOf(status: number, reply: unknown): RefusalKind {
  if (status === 401) return 'token_refused';
  if (status >= 500) return 'unavailable';
  const parsed = v.safeParse(problem, reply);
  const told = parsed.success ? parsed.output.error : { message: '', status: '', errors: [] };
  const words = [
    told.status,
    told.message,
    ...told.errors.flatMap((each) => [each.reason, each.domain]),
  ].join(' ');
  if (/load/iu.test(words) && /quota/iu.test(words)) return 'load_quota';
  if (/qps|ratelimit|rate limit|per minute|per second/iu.test(words) || status === 429) return 'rate_quota';
  if (/quota|usagelimits|resource_exhausted/iu.test(words)) return 'load_quota';
  return status === 403 || status === 404 ? 'no_access' : 'not_understood';
}
