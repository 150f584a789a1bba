import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { inspectKeyword } from '#functions/tools/inspect-keyword/contract.ts';
import { createOutsideChecks } from '#shared/callers/identity/published-texts.ts';
import { provenance } from '#shared/contract/envelope.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { freeProbes, type Probe } from './probes.ts';

/** Every failure is a signal with an alarm of its own; an error of the function means that it could not probe. */
export const canary =
  ({ baseUrl, readSecret, clock, logger, documents, tables }: Foundation) =>
  async (): Promise<void> => {
    const failures = await runProbes(allProbes(baseUrl, await readSecret('canary'), { clock, logger }));
    for (const { signal, message } of failures) logger.error('probe failed', { signal, message });
    const checks = createOutsideChecks({ documents, name: tables.identity, clock });
    await checks.record(failures.map(({ signal }) => signal));
  };

/** A probe that failed twice, with what it said at last. */
export interface ProbeFailure {
  readonly signal: string;
  readonly message: string;
}

/** A moment in which a new container or a new address is passed over. */
const secondTryMs = 15_000;

/**
 * Runs all probes at once and answers which failed twice. Where the service's
 * own name leads nowhere, that is the one failure: it is so from a deployment
 * with a new domain until its DNS record is made, and everything else follows from it.
 */
export async function runProbes(
  probes: readonly Probe[],
  secondTryAfterMs = secondTryMs,
): Promise<readonly ProbeFailure[]> {
  const failures = await Promise.all(probes.map((probe) => tryTwice(probe, secondTryAfterMs)));
  const found = failures.filter((failure) => failure !== undefined);
  const lost = found.find(({ signal }) => signal === noAddress);
  return lost ? [lost] : found;
}

/** The name has no DNS record, whatever the code is. */
export const noAddress = 'canary_address';

async function tryTwice(probe: Probe, secondTryAfterMs: number): Promise<ProbeFailure | undefined> {
  try {
    await probe.run();
  } catch {
    await wait(secondTryAfterMs);
    return probe.run().then(
      () => undefined,
      (error: unknown) => failureOf(probe, error),
    );
  }
  return undefined;
}

function failureOf({ signal }: Probe, error: unknown): ProbeFailure {
  if (!Error.isError(error)) return { signal, message: String(error) };
  const { cause } = error;
  if (!Error.isError(cause)) return { signal, message: error.message };
  const isUnknownName = 'code' in cause && (cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN');
  return { signal: isUnknownName ? noAddress : signal, message: `${error.message}: ${cause.message}` };
}

interface CanaryAccount {
  readonly apiKey: string;
  /** One that this stage surely knows. */
  readonly keyword: string;
}

interface PaidCallParts {
  readonly clock: Clock;
  readonly logger: CallLogger;
}

/** The cheapest kind of call, and the one that needs only one fact. */
const { name: tool, credits: price } = inspectKeyword;
const hourMs = 3_600_000;
/** Longer than a first call with a cold start and a slow provider takes. */
const callTimeoutMs = 20_000;
/** Clocks of two machines differ by less. */
const clockSkewMs = 60_000;
/** A week, at one paid call an hour. */
const lowBalance = 7 * 24 * price;

const canarySecret = v.object({
  api_key: v.pipe(v.string(), v.startsWith('or_')),
  keyword: v.optional(v.pipe(v.string(), v.minLength(1)), 'running shoes'),
});

/**
 * Reads the canary's secret, `{"api_key": "or_…"}` with a `keyword` where the
 * default is not known to the stage. Undefined where it holds no key, such as
 * the placeholder of a fresh deployment: the canary then calls for nothing only.
 */
export function parseCanaryAccount(text: string): CanaryAccount | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), canarySecret), text);
  return parsed.success ? { apiKey: parsed.output.api_key, keyword: parsed.output.keyword } : undefined;
}

/** All that can be probed: calls that are paid for where the canary's secret names an account. */
export function allProbes(
  baseUrl: string,
  secret: string | undefined,
  parts: PaidCallParts,
): readonly Probe[] {
  const account = parseCanaryAccount(secret ?? '');
  return [...freeProbes(baseUrl), ...(account ? [paidProbe(baseUrl, account, parts)] : [])];
}

export function paidProbe(baseUrl: string, account: CanaryAccount, parts: PaidCallParts): Probe {
  return { signal: 'canary_paid_call', run: () => probePaidCall(baseUrl, account, parts) };
}

const answerBody = v.looseObject({
  facts: v.pipe(v.array(v.looseObject({ provenance })), v.minLength(1)),
  usage: v.pipe(
    v.object({ request_id: v.string(), credits_charged: v.number(), replayed: v.boolean() }),
    v.check(({ credits_charged, replayed }) => credits_charged === (replayed ? 0 : price)),
  ),
});
const answerText = v.pipe(v.string(), v.parseJson(), answerBody);

const usageBody = v.array(v.object({ request_id: v.string(), credits_charged: v.number() }));

/**
 * Asks the same question twice under one Idempotency-Key, which is a new one
 * each hour: the first call of an hour is charged, all others must be replays.
 * Throws where the answer carries no fact of known origin, where it is not
 * given again as it was and for nothing, or where the hour was not charged exactly once.
 */
export async function probePaidCall(
  baseUrl: string,
  account: CanaryAccount,
  parts: PaidCallParts,
): Promise<void> {
  const hour = Math.floor(parts.clock() / hourMs) * hourMs;
  const key = `canary-${isoTime(hour)}`;
  const first = await ask(baseUrl, account, key);
  const body = v.safeParse(answerText, first.text);
  if (!body.success)
    throw new Error(
      `${tool} gave no fact of known origin, or not at its price. Does the stage know the keyword?`,
    );
  const again = await ask(baseUrl, account, key);
  expectReplay(body.output, again);
  await expectOneCharge(baseUrl, account, { since: hour - clockSkewMs, paid: body.output.usage.request_id });
  reportBalance(Number(again.headers.get('x-credits-balance')), parts.logger);
}

interface Answer {
  readonly text: string;
  readonly headers: Headers;
}

async function ask(
  baseUrl: string,
  { apiKey, keyword }: CanaryAccount,
  idempotencyKey: string,
): Promise<Answer> {
  return send(`${baseUrl}/v1/tools/${tool}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ keyword }),
  });
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(callTimeoutMs) });
  const text = await response.text();
  if (response.status === 200) return { text, headers: response.headers };
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ code: v.string() })), text);
  const code = problem.success ? problem.output.code : 'no code';
  throw new Error(`${new URL(url).pathname} answered a paying caller ${response.status}, ${code}`);
}

function expectReplay(first: v.InferOutput<typeof answerBody>, again: Answer): void {
  const isFree =
    again.headers.get('idempotency-replayed') === 'true' && again.headers.get('x-credits-charged') === '0';
  const body = v.safeParse(answerText, again.text);
  const isSame =
    body.success &&
    body.output.usage.replayed &&
    body.output.usage.request_id === first.usage.request_id &&
    isDeepStrictEqual({ ...body.output, usage: null }, { ...first, usage: null });
  if (!(isFree && isSame))
    throw new Error(`${tool} did not give its first answer again under the same Idempotency-Key`);
}

/** Newest first, the paid call is the last that was charged: whatever was charged after it was charged twice. */
async function expectOneCharge(
  baseUrl: string,
  { apiKey }: CanaryAccount,
  { since, paid }: { readonly since: number; readonly paid: string },
): Promise<void> {
  const query = new URLSearchParams({ tool, since: isoTime(since), limit: '500' });
  const { text } = await send(`${baseUrl}/v1/me/usage?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const records = v.parse(usageBody, JSON.parse(text));
  const place = records.findIndex(({ request_id }) => request_id === paid);
  const charges = records.slice(0, place + 1).map(({ credits_charged }) => credits_charged);
  const charged = charges.reduce((sum, credits) => sum + credits, 0);
  if (charged !== price)
    throw new Error(`the usage log has ${charged} credits for ${tool} this hour, not ${price}`);
}

function reportBalance(balance: number, logger: CallLogger): void {
  if (balance < lowBalance) logger.error('canary low on credits', { signal: 'canary_credits', balance });
}
