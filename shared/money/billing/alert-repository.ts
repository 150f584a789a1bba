import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingKeys } from './billing-keys.ts';

/** When an account wants a mail, and when it last got one. */
export interface LowBalanceAlert {
  /** Balance below which a mail goes out; null for never. */
  readonly threshold: number | null;
  /** ISO 8601; null before the first mail. */
  readonly notifiedAt: string | null;
  /** Place of the account's last ledger entry at that time; null where it was not noted. */
  readonly notifiedEntry: number | null;
  /** ISO 8601: until when who claimed the last mail may take to send it; null once it is sent. */
  readonly sendingUntil: string | null;
}

/** One mail that is about to be sent. */
interface Notice {
  /** ISO 8601. */
  readonly at: string;
  /** Place of the account's last ledger entry. */
  readonly entry: number;
  /** ISO 8601; after it the mail counts as not sent. */
  readonly until: string;
}

const defaultThreshold = 100;

const alertItem = v.object({
  threshold: v.optional(v.nullable(v.number())),
  notified_at: v.optional(v.string()),
  notified_entry: v.optional(v.number()),
  sending_until: v.optional(v.string()),
  /** As items of schema 1 name it. */
  notifiedAt: v.optional(v.string()),
});

export type AlertRepository = ReturnType<typeof createAlertRepository>;

export function createAlertRepository(documents: DynamoDBDocumentClient, TableName: string) {
  const table = { documents, name: TableName };
  return {
    /** The account's choice; a threshold of 100 credits until it has made one. */
    async find(accountId: string): Promise<LowBalanceAlert> {
      const Key = billingKeys.alert(accountId);
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const stored = v.parse(alertItem, Item ?? {});
      const threshold = stored.threshold === undefined ? defaultThreshold : stored.threshold;
      return {
        threshold,
        notifiedAt: stored.notified_at ?? stored.notifiedAt ?? null,
        notifiedEntry: stored.notified_entry ?? null,
        sendingUntil: stored.sending_until ?? null,
      };
    },

    async choose(accountId: string, threshold: number | null): Promise<void> {
      await changeItem(table, billingKeys.alert(accountId), { checks: [], steps: setAll({ threshold }) });
    },

    async forget(accountId: string): Promise<void> {
      await removeItem(table, billingKeys.alert(accountId));
    },

    /** Claims the right to send one mail; false where another run has it. */
    async claimNotice(
      accountId: string,
      known: LowBalanceAlert,
      { at, entry, until }: Notice,
    ): Promise<boolean> {
      const claimed = await changeItem(table, billingKeys.alert(accountId), {
        checks: isUnchanged(known),
        steps: [
          ...setAll({ notified_at: at, notified_entry: entry, sending_until: until, schema: 2 }),
          { do: 'remove', path: ['notifiedAt'] },
        ],
      });
      return claimed !== undefined;
    },

    /** Notes that the claimed mail is sent, or that it is due again at once. Does nothing where another was claimed meanwhile. */
    async endNotice(
      accountId: string,
      { at, entry, until }: Notice,
      { isSent }: { readonly isSent: boolean },
    ): Promise<void> {
      await changeItem(table, billingKeys.alert(accountId), {
        checks: isUnchanged({ notifiedAt: at, notifiedEntry: entry, sendingUntil: until }),
        steps: isSent ? [{ do: 'remove', path: ['sending_until'] }] : setAll({ sending_until: at }),
      });
    },
  };
}

/** Whether no mail was claimed or ended since this was read. */
function isUnchanged(known: Omit<LowBalanceAlert, 'threshold'>): readonly Test[] {
  return [
    ...isLastNotice(known.notifiedAt),
    isStill('notified_entry', known.notifiedEntry),
    isStill('sending_until', known.sendingUntil),
  ];
}

function isStill(name: string, known: unknown): Test {
  const path = [name];
  return known === null ? { test: 'absent', path } : { test: 'equals', path, value: known };
}

/** Whether the last mail went out at this time, under either of its names; the newer one counts. */
function isLastNotice(known: string | null): readonly Test[] {
  const [atNew, atOld] = [['notified_at'], ['notifiedAt']];
  const notNewer: Test = { test: 'absent', path: atNew };
  if (known === null) return [notNewer, { test: 'absent', path: atOld }];
  const isNew: Test = { test: 'equals', path: atNew, value: known };
  return [
    { test: 'any of', of: [isNew, notNewer] },
    { test: 'any of', of: [isNew, { test: 'equals', path: atOld, value: known }] },
  ];
}
