import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  type Device,
  type DeviceVitals,
  devices,
  type FieldVitals,
  type SubjectVitals,
  type VitalFigures,
  type VitalName,
  vitalNames,
} from '#shared/facts/ports/sources.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { readAnswer } from '#shared/platform/read-answer.ts';
import { createFactCache } from '../fact-cache.ts';
import { createFactStore } from '../fact-store.ts';
import { createGateStore } from '../gate-store.ts';
import type { OperatorLog } from '../upstream-care.ts';
import { createUpstreamGate, type GateLimits, type PassOutcome } from '../upstream-gate.ts';

/** Google grants 150 a minute; its minutes are not ours. */
const limits: GateLimits = { slots: 12, requestsPerMinute: 120, failuresToOpen: 3 };
const patienceMs = 4_000;

const figures = v.object({
  p75: v.number(),
  good: v.number(),
  needs_improvement: v.number(),
  poor: v.number(),
});
/** Null is an answer too: the report has nothing about the subject, which is kept as long. */
const kept = v.nullable(
  v.object({
    vitals: v.partial(v.object(v.entriesFromList(vitalNames, figures))),
    from: v.string(),
    to: v.string(),
  }),
);

interface FieldVitalsOptions {
  /** Text of the operator's secret; undefined where none is set. */
  readonly secret: () => Promise<string | undefined>;
  readonly documents: DynamoDBDocumentClient;
  readonly factsTable: string;
  readonly clock: Clock;
  readonly log: OperatorLog;
  readonly signal: AbortSignal;
}

/** Asks the Chrome UX Report, each subject and device once a day for all accounts together. */
export function createFieldVitals(options: FieldVitalsOptions): FieldVitals {
  return {
    async read({ origin, home, pages }) {
      const account = parseCruxAccount((await options.secret().catch(() => undefined)) ?? '');
      if (!account) return { known: [], unanswered: [], isConnected: false };
      const ask = createAsker(options, account);
      const subject = (level: CruxQuestion['level'], asked: readonly Device[]) => (url: string) =>
        subjectVitals({ level, url }, asked, ask);
      const others = new Set(pages).difference(new Set([home]));
      const found = await Promise.all([
        subject('origin', devices)(origin),
        subject('page', devices)(home),
        ...[...others].map(subject('page', ['all'])),
      ]);
      return {
        known: found.flatMap((each) => (typeof each === 'object' ? [each] : [])),
        unanswered: found.filter((each) => typeof each === 'string'),
        isConnected: true,
      };
    },
  };
}

type Ask = (question: CruxQuestion) => Promise<DeviceVitals | null>;

/** Undefined where the report has nothing, and the address where it gave no answer. What it does not tell of all devices, it tells of none. */
async function subjectVitals(
  subject: Omit<CruxQuestion, 'device'>,
  asked: readonly Device[],
  ask: Ask,
): Promise<SubjectVitals | string | undefined> {
  try {
    const all = await ask({ ...subject, device: 'all' });
    if (all === null) return undefined;
    const single = asked.filter((device) => device !== 'all');
    const told = await Promise.all(
      single.map(async (device) => [device, await ask({ ...subject, device }).catch(() => null)] as const),
    );
    return { ...subject, devices: { ...Object.fromEntries(told.filter(([, vitals]) => vitals)), all } };
  } catch {
    return subject.url;
  }
}

function createAsker(
  { documents, factsTable, clock, log, signal: ofCall }: FieldVitalsOptions,
  account: CruxAccount,
): Ask {
  const signal = AbortSignal.any([ofCall, AbortSignal.timeout(patienceMs)]);
  const quiet = withoutAlarms(log);
  const cache = createFactCache({ store: createFactStore(documents, factsTable), clock, log: quiet });
  const store = createGateStore(documents, factsTable, 'crux');
  const gate = createUpstreamGate({ store, clock, log: quiet, limits });
  const fetchOne = async (question: CruxQuestion) => {
    const pass = await gate.enter(patienceMs, signal);
    const outcome = await queryRecord(account, question, signal);
    await pass.leave(ofCall.aborted ? 'answered' : passOutcome(outcome));
    if (outcome.kind === 'found') return outcome.vitals;
    if (outcome.kind === 'none') return null;
    if (outcome.because !== 'down') quiet.warn('field vitals refused', { because: outcome.because });
    throw new ServiceError('upstream_unavailable', 'The Chrome UX Report gave no answer.');
  };
  return async (question) => {
    const asked = { kind: 'index', source: 'crux/v1', subject: { ...question }, schema: kept } as const;
    return (await cache.ask(asked, () => fetchOne(question), signal)).answer;
  };
}

const passOutcomes = { key: 'unauthorized', quota: 'over_quota', down: 'unhealthy' } as const;

function passOutcome(outcome: CruxOutcome): PassOutcome {
  if (outcome.kind !== 'refused' || outcome.because === 'malformed') return 'answered';
  return passOutcomes[outcome.because];
}

/** An audit is whole without these figures: nobody is woken for them. */
function withoutAlarms({ warn }: OperatorLog): OperatorLog {
  const write: OperatorLog['warn'] = (message, { signal: _, ...facts }) =>
    warn(message, { ...facts, source: 'crux' });
  return { warn: write, error: write };
}

const secret = v.object({
  api_key: v.pipe(v.string(), v.minLength(1)),
  /** Another origin than Google's: a test server. */
  base_url: v.optional(v.pipe(v.string(), v.url()), 'https://chromeuxreport.googleapis.com'),
});
export type CruxAccount = v.InferOutput<typeof secret>;

/** Undefined where the secret holds no key, such as that of a fresh deployment. */
export function parseCruxAccount(text: string): CruxAccount | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), secret), text);
  return parsed.success ? parsed.output : undefined;
}

/** A record holds a kilobyte for each measure. */
const mostBytes = 256 * 1024;

/** A bin without a density held no visit. */
const bin = v.looseObject({ density: v.optional(v.pipe(v.number(), v.minValue(0)), 0) });
/** Of the shift of the layout it comes as text. */
const decimal = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite(), v.minValue(0));
const metric = v.looseObject({
  histogram: v.tuple([bin, bin, bin]),
  percentiles: v.looseObject({ p75: decimal }),
});
const day = v.pipe(
  v.object({ year: v.number(), month: v.number(), day: v.number() }),
  v.transform(({ year, month, day: ofMonth }) => `${year}-${twoDigits(month)}-${twoDigits(ofMonth)}`),
  v.isoDate(),
);
const found = v.looseObject({
  record: v.looseObject({
    metrics: v.record(v.string(), v.unknown()),
    collectionPeriod: v.looseObject({ firstDate: day, lastDate: day }),
  }),
});
const refused = v.looseObject({
  error: v.looseObject({
    status: v.optional(v.string()),
    details: v.optional(v.array(v.looseObject({ reason: v.optional(v.string()) }))),
  }),
});

/** By the names of the API; the first that is there counts. */
const metricNames: readonly (readonly [VitalName, string])[] = [
  ['lcp_ms', 'largest_contentful_paint'],
  ['inp_ms', 'interaction_to_next_paint'],
  ['cls', 'cumulative_layout_shift'],
  ['fcp_ms', 'first_contentful_paint'],
  ['ttfb_ms', 'experimental_time_to_first_byte'],
];

export interface CruxQuestion {
  readonly level: 'origin' | 'page';
  readonly url: string;
  readonly device: Device;
}

export type CruxOutcome =
  | { readonly kind: 'found'; readonly vitals: DeviceVitals }
  /** Too few visits, or none that may be told. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly because: 'key' | 'quota' | 'down' | 'malformed' };

/** Asks the Chrome UX Report for one record. Never throws; the key is in no address, so in no log of one. */
export async function queryRecord(
  { api_key, base_url }: CruxAccount,
  { level, url, device }: CruxQuestion,
  signal: AbortSignal,
): Promise<CruxOutcome> {
  const body = {
    ...(level === 'origin' ? { origin: url } : { url }),
    ...(device === 'all' ? {} : { formFactor: device.toUpperCase() }),
    metrics: metricNames.map(([, name]) => name),
  };
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': api_key },
    body: JSON.stringify(body),
    signal,
  };
  try {
    return outcomeOf(await readAnswer(`${base_url}/v1/records:queryRecord`, request, mostBytes));
  } catch {
    return { kind: 'refused', because: 'down' };
  }
}

function outcomeOf({ status, body }: Awaited<ReturnType<typeof readAnswer>>): CruxOutcome {
  if (status === 200) {
    const parsed = v.safeParse(found, body);
    return parsed.success
      ? { kind: 'found', vitals: vitalsOf(parsed.output) }
      : { kind: 'refused', because: 'malformed' };
  }
  const error = v.safeParse(refused, body);
  // A 404 that is not the API's own is of something else than a record.
  if (status === 404 && error.success && error.output.error.status === 'NOT_FOUND') return { kind: 'none' };
  if (status === 429) return { kind: 'refused', because: 'quota' };
  if (status === 401 || status === 403 || isOfKey(error)) return { kind: 'refused', because: 'key' };
  return { kind: 'refused', because: status >= 500 ? 'down' : 'malformed' };
}

/** A key that does not exist is answered with 400, as a request is that is wrong. */
function isOfKey(error: v.SafeParseResult<typeof refused>): boolean {
  const details = error.success ? (error.output.error.details ?? []) : [];
  return details.some(({ reason }) => reason?.startsWith('API_KEY_'));
}

function vitalsOf({ record }: v.InferOutput<typeof found>): DeviceVitals {
  const { firstDate: from, lastDate: to } = record.collectionPeriod;
  const told = metricNames.flatMap(([name, ofApi]) => {
    const parsed = v.safeParse(metric, record.metrics[ofApi]);
    return parsed.success ? [[name, figuresOf(parsed.output)] as const] : [];
  });
  return { vitals: Object.fromEntries(told), from, to };
}

function figuresOf({ histogram, percentiles }: v.InferOutput<typeof metric>): VitalFigures {
  const [good, middle, poor] = histogram.map(({ density }) => Math.round(density * 10_000) / 10_000);
  return { p75: percentiles.p75, good: good ?? 0, needs_improvement: middle ?? 0, poor: poor ?? 0 };
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
