import { Webhook } from 'standardwebhooks';
import { deliverOne } from '#functions/destinations/deliver.ts';
import { dispatch } from '#functions/destinations/dispatch-deliveries.ts';
import type { DestinationServices } from '#functions/destinations/services.ts';
import { createDeliveryQueue, type DueDelivery } from '#shared/callers/watch/delivery-queue.ts';
import {
  createDestinationRepository,
  type NewDestination,
} from '#shared/callers/watch/destination-repository.ts';
import { createEventLog, type NewEvent } from '#shared/callers/watch/event-log.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { newId } from '#shared/platform/ids.ts';
import { createLogger } from '#shared/platform/logger.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import type { FetchOutcome, FetchQuestion } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { TestDatabase } from '#test/support/stores/database.ts';
import type { dyingProcess } from '#test/support/stores/dying-client.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const dataKey = Buffer.alloc(32, 7);

/** A request as a receiver gets it. */
export interface Received {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a receiver of the world answers. */
export type Answer = (received: Received) => FetchOutcome | Promise<FetchOutcome>;

export const answered = (
  status: number,
  text = '',
  headers: Record<string, readonly string[]> = {},
): FetchOutcome => ({
  ok: true,
  url: '',
  status,
  headers,
  body: Buffer.from(text),
  hops: [],
  firstByteMs: 1,
  totalMs: 1,
});
export const noAnswer = (reason: 'timeout' | 'reset' | 'unsafe_address'): FetchOutcome => ({
  ok: false,
  reason,
  detail: 'No answer.',
  hops: [],
});

export const eventOf = (cause: string, type: NewEvent['type'] = 'rank.changed'): NewEvent => ({
  type,
  cause,
  subject: 'shop.example',
  summary: `"tent" moved: ${cause}.`,
  why: 'It moved by five places or more.',
  link: '/sites/shop.example',
  data: { cause },
});

/** What runs the service, until it dies. */
type Process = ReturnType<typeof dyingProcess>;

/** Events, destinations and deliveries on the embedded database, with receivers in this process and a clock of their own. */
export function openDeliveries(
  database: TestDatabase,
  start = Date.UTC(2026, 10, 23, 12),
  sites?: DestinationServices['sites'],
) {
  let now = start;
  const clock = () => now;
  const received: Received[] = [];
  const mails: Mail[] = [];
  const answers = new Map<string, Answer>();
  const left = new Set<string>();
  // The clocks of other tests stand elsewhere.
  const own = new Set<string>();
  const ofOwn = <Item extends { readonly account_id: string }>(items: readonly Item[]) =>
    items.filter(({ account_id }) => own.has(account_id));
  const logger = { ...createLogger('test'), info() {}, warn() {}, error() {} };

  const living: Process = { documents: database.documents, unlessDead: (call) => call() };
  const servicesOn = ({ documents, unlessDead }: Process): DestinationServices => {
    const identity = { documents, name: database.tables.identity, clock };
    return {
      destinations: createDestinationRepository(identity, dataKey),
      deliveries: Object.assign(createDeliveryQueue(identity), {
        due: async (until: number) => ofOwn(await createDeliveryQueue(identity).due(until)),
      }),
      events: Object.assign(createEventLog(identity), {
        outbox: async (most: number) => ofOwn(await createEventLog(identity).outbox(most)),
      }),
      identity,
      accounts: createAccountRepository({ documents, tables: database.tables, clock }),
      sites: sites ?? {
        fetch: (url: string, { post }: FetchQuestion = {}) =>
          unlessDead(async () => {
            const request = { url, body: post?.body ?? '', headers: post?.headers ?? {} };
            received.push(request);
            return (answers.get(url) ?? (() => answered(200)))(request);
          }),
      },
      clock,
      logger,
      mailer: { send: async (mail) => void mails.push(mail) },
      dashboardUrl: 'https://oriel.example',
      mayHear: async (accountId) => !left.has(accountId),
    };
  };
  const services = servicesOn(living);

  return {
    services,
    living,
    servicesOn,
    received,
    mails,
    answers,
    /** Accounts whose person is gone. */
    left,
    clock,
    pass: (ms: number) => {
      now += ms;
    },
    /** Has the events of an account looked at that has no destination. */
    watch: (accountId: string) => void own.add(accountId),
    async add(accountId: string, given: Partial<NewDestination> = {}) {
      own.add(accountId);
      const name = newId('dst').slice(-12);
      const plain = { kind: 'webhook', rhythm: 'at_once', types: null, member: undefined, after: 0 } as const;
      const target = `https://${name}.shop.example/hook`;
      const made = { ...plain, target, isVerified: true, ...given };
      const { destination, secret } = await services.destinations.add(accountId, made);
      return { id: destination.destination_id, url: made.target, secret: secret ?? '' };
    },
    /** One minute of the service: what is dispatched is tried at once. */
    async minute(dispatcher = living, senderOf = () => dispatcher): Promise<void> {
      const queued: DueDelivery[] = [];
      const queueDeliveries = async (orders: readonly DueDelivery[]) => void queued.push(...orders);
      await dispatch({ ...servicesOn(dispatcher), queueDeliveries });
      // One after the other for each destination, and the destinations side by side, as the service has it.
      const lines = Map.groupBy(queued, ({ destination_id }) => destination_id);
      const line = async (orders: readonly DueDelivery[]) => {
        const sending = servicesOn(senderOf());
        for (const order of orders) await deliverOne(order, sending).catch(() => {});
      };
      await Promise.all([...lines.values()].map(line));
    },
  };
}

/** Whether a request carries a signature of this secret, as the official library makes it. */
export function isSigned({ body, headers }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
