import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  type Device,
  type DeviceVitals,
  devices,
  type FieldVitals,
  type SubjectVitals,
  vitalNames,
} from '#shared/facts/ports/field-vitals.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createFactCache } from '../fact-cache.ts';
import { createFactStore } from '../fact-store.ts';
import { createGateStore } from '../gate-store.ts';
import type { OperatorLog } from '../upstream-care.ts';
import { createUpstreamGate, type GateLimits, type PassOutcome } from '../upstream-gate.ts';
import {
  type CruxAccount,
  type CruxOutcome,
  type CruxQuestion,
  parseCruxAccount,
  queryRecord,
} from './crux-api.ts';

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
