import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { allSubKeys, splitTerms } from '#shared/money/accounts/sub-accounts.ts';
import type { Answer, Caller } from '#test/support/service/callers.ts';
import type { WalkedService } from '../walked-service.ts';

/** What one function is for, in steps that together use all that it was granted, each by itself. */
export interface Walk {
  /** The function's name in its contract. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Something that the function does. Prepares what it needs itself, so that it can be taken again and again. */
export interface Step {
  readonly does: string;
  /** Whether the stage has an account with the upstream provider; without one the stored index answers alone. */
  readonly live?: boolean;
  /** Rejects where the function did not do what it is for. */
  run(service: WalkedService): Promise<void>;
}

/** A step, written as a test is. */
export function step(does: string, run: Step['run'], { live = false } = {}): Step {
  return { does, run, ...(live && { live }) };
}

type Ask = (asker: Caller) => Promise<Answer>;

/**
 * What one function answers: a key that was never used before, a person of the dashboard, and, with the
 * refusal counted, a suspended account. `prepare` makes what is asked about, each time anew.
 */
export function asking(
  status: number,
  prepare: (caller: Caller, service: WalkedService) => Promise<Ask>,
): Step[] {
  return [...answering(status, prepare), countsRefusals(prepare)];
}

/** As `asking`, where refusals are counted in another way. */
export function answering(
  status: number,
  prepare: (caller: Caller, service: WalkedService) => Promise<Ask>,
): Step[] {
  return [
    step('answers a key that was never used before', async (service) => {
      const caller = await service.openAccount(10);
      const ask = await prepare(caller, service);
      const { key } = await createKey(service, caller.accountId);
      expectStatus(await ask(service.callerWith(caller.accountId, key)), status);
    }),
    step('answers a person of the dashboard', async (service) => {
      const caller = await service.openAccount(10);
      const ask = await prepare(caller, service);
      expectStatus(await ask(await signedIn(service, caller)), status);
    }),
  ];
}

/** A refused call is counted in a record of its own. */
export function countsRefusals(prepare: (caller: Caller, service: WalkedService) => Promise<Ask>): Step {
  return step('counts a call of a suspended account', async (service) => {
    const caller = await service.openAccount(10);
    const ask = await prepare(caller, service);
    await service.operations.operator.setStatus(caller.accountId, 'suspended');
    expectStatus(await ask(caller), 403);
  });
}

/** Another key of an account. */
export async function createKey({ operations }: WalkedService, accountId: string) {
  const { key, api_credential } = await operations.operator.createKey({ accountId, name: 'walk' });
  return { key, id: api_credential.id };
}

let fresh = 0;

/** A word that no step has used: subjects that no cache knows, keys that are unused. */
export function freshWord(): string {
  fresh += 1;
  return `walk-${process.pid}-${fresh}`;
}

/** The answer itself where it has the status, else an error that shows what came instead. */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(
    `Answered ${answer.status}, expected ${statuses.join(' or ')}: ${answer.text.slice(0, 300)}`,
  );
}

/** The account's person in the dashboard, in place of a key. */
export async function signedIn(service: WalkedService, { accountId }: Caller): Promise<Caller> {
  const { session_token: token } = await service.operations.createSession(accountId);
  return service.callerWith(accountId, token);
}

/** A browser that signed in two hours ago, so that its use is written down, or `isFresh` just now; it sends its cookie from our own page. */
export async function browserOf(service: WalkedService, accountId: string, { isFresh = false } = {}) {
  const { session, cookieValue } = await service.operators.agedSessions.start({
    accountId,
    method: 'email',
    userAgent: 'walk',
  });
  if (isFresh) await service.operators.signInAgain(accountId, session.sessionId);
  return browserWith(service, `session=${cookieValue}`);
}

export function browserWith(service: WalkedService, cookie = '') {
  return {
    cookie,
    post: (path: string, body: unknown = {}): Promise<Answer> =>
      service.send(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }),
  };
}

/** The cookies of an answer, as a browser sends them back. */
export function cookiesOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/**
 * A key with a limit of its own that a call which died has reserved from; sent twice, as it is looked up in
 * another way once it is known. What comes back, an answer or a refusal, was counted either way.
 */
export function asksTwiceUnderLimit(
  does: string,
  send: (service: WalkedService, asker: Caller) => Promise<unknown>,
): Step {
  return step(does, async (service) => {
    const { accountId } = await service.openAccount(1_000, ['backlinks']);
    const { key } = await service.operators.keyOfDeadCall(accountId);
    for (const _ of ['unknown', 'known']) await send(service, service.callerWith(accountId, key));
  });
}

/** An account that may run many calls at once and does, so that the next one holds and pays in a sub-account. */
export function paysInSubAccount(send: (service: WalkedService, caller: Caller) => Promise<unknown>): Step {
  return step('pays from a sub-account of a busy account', async (service) => {
    const caller = await service.openAccount(20_000);
    await service.operations.operator.setConcurrency(caller.accountId, 200);
    await service.operators.beginCalls(caller.accountId, splitTerms.directCalls);
    await send(service, caller);
    const { documents, tables } = service.running;
    const Keys = [...allSubKeys(caller.accountId)];
    const read = new BatchGetCommand({ RequestItems: { [tables.accounts]: { Keys } } });
    const { Responses } = await documents.send(read);
    if (!Responses?.[tables.accounts]?.length) throw new Error('No sub-account was opened.');
  });
}
