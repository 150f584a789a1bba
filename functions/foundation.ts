import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openSigningSecret, type SigningMaterial } from '#shared/callers/identity/signing-keys.ts';
import type { DueDelivery } from '#shared/callers/watch/delivery-queue.ts';
import type { Findings } from '#shared/callers/watch/findings.ts';
import type { ToolCallServices } from '#shared/calls/call.ts';
import type { SecretName } from '#shared/contract/grants.ts';
import type { SourceOptions } from '#shared/facts/assembly/per-table.ts';
import type { UploadOrder } from '#shared/facts/imports/uploads/run-upload.ts';
import { parseUpstreamAccount, type UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { createSharedIndex } from '#shared/facts/stored-index/generations/shared-index.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import type { PaymentProvider } from '#shared/money/billing/billing.ts';
import type { FallenBalance, FallenLimit } from '#shared/money/billing/low-balance.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { openServiceSecrets, type ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { PageRenderer } from '#shared/site-audit/render/render-pages.ts';

/**
 * What a place gives its functions, one per process. `deployed.ts` makes it on
 * AWS and `local/foundation.ts` on one machine; everything above it is the same code.
 */
export interface Foundation {
  readonly documents: DynamoDBDocumentClient;
  /** A client that never sends twice, for holds. */
  readonly singleAttempt: DynamoDBDocumentClient;
  readonly tables: TableNames;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Origin of the API and its docs, without a trailing slash. */
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  /**
   * Text of a secret; undefined where the place has none or the function was not granted it.
   * Read again from time to time, so that a rotated secret is found.
   */
  readSecret(name: SecretName): Promise<string | undefined>;
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  /** Credits of each tool, by name: what `next_actions` quote. A tool's own bundle knows its own contract only. */
  readonly prices: Readonly<Record<string, number>>;
  /** The agents' clients that may not be led to a checkout, as set; undefined for the usual ones. */
  readonly noCheckoutClients: string | undefined;
  /** The function that this one has work done by, under its name; undefined where it does that work itself. */
  readonly calledFunction: string | undefined;
  /** Upstream cost above this share of what calls earn is an alarm. */
  readonly alarmingCostShare: number;
  /** Starts the import of an upload, and does not wait for it. */
  startImport(order: UploadOrder): Promise<void>;
  /** Works on crawls apart from the thread of calls, where the place has another for them. */
  readonly crawlRuns?: () => Promise<unknown>;
  /** Starts what tells an account of a mark that a call took it to, or of what an answer found, and does not wait for it. */
  tellAccount(told: FallenBalance | FallenLimit | Findings): Promise<void>;
  /** Has deliveries tried by the function that sends them, and does not wait for it. */
  queueDeliveries(orders: readonly DueDelivery[]): Promise<void>;
  /** Reaches receivers of events, where the place has others than the internet's. */
  readonly receivers?: SiteFetcher;
  /**
   * Whether listings and metrics that callers upload go in, for everybody: only
   * where all callers are the operator, as on a machine that nobody else reaches.
   */
  readonly takesSharedUploads: boolean;
  /**
   * Whether what the index says to all accounts may lie in a table of a later
   * generation. What belongs to one account is in `tables.index` always.
   */
  readonly hasGenerations: boolean;
  /** How listings that a call has paid for are stored after its answer. */
  readonly storing: Pick<SourceOptions, 'isFrozenBetweenCalls' | 'commitsTogether' | 'ending'> &
    Pick<IndexTableOptions, 'putAll'>;
  /** Reads a list of open data that has a file of its own; undefined where it has none. */
  readonly openListFile?: SourceOptions['openListFile'];
  /** Keeps the sample market that test keys ask, for the next process; each makes it anew where there is none. */
  readonly sampleFile?: string;
  /** Reads public sites, where the place has sites of its own beside the internet's. */
  readonly sites?: SiteFetcher;
  /** Opens public pages in a browser, where the place has one. */
  readonly renderer?: PageRenderer | undefined;
  /** Tools that run apart from the thread of their calls, where the place has others for them. */
  readonly runners?: NonNullable<ToolCallServices['runners']>;
  /** Whether keys of Stripe's test mode are refused, with which callers would get credits for nothing. */
  readonly refusesTestPayments: boolean;
  /** Takes payments, where it is not Stripe. */
  readonly payments?: PaymentProvider;
}

type Secrets = Pick<Foundation, 'readSecret'>;

/** The service's own secret. Fails in a function that was not granted it. */
export async function serviceSecrets({ readSecret }: Secrets): Promise<ServiceSecrets> {
  const text = await readSecret('service');
  if (text === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  return openServiceSecrets(text);
}

/** The keys of session and agent tokens. Fails in a function that was not granted them. */
export async function signingMaterial({ readSecret }: Secrets): Promise<SigningMaterial> {
  const text = await readSecret('signing');
  if (text === undefined) throw new Error('SIGNING_KEYS_SECRET_ARN must be set.');
  return openSigningSecret(text);
}

/** The live provider's account; undefined where none is set, and the stored index answers alone. */
export async function upstreamAccount({ readSecret }: Secrets): Promise<UpstreamAccount | undefined> {
  const text = await readSecret('upstream');
  return text === undefined ? undefined : parseUpstreamAccount(text);
}

/** How what an account brings is written to the index, whether a call or the import function writes it. */
export function indexOptions({
  documents,
  tables,
  storing,
}: Pick<Foundation, 'documents' | 'tables' | 'storing'>): IndexTableOptions {
  const { commitsTogether = false, putAll } = storing;
  return { documents, table: tables.index, commitsTogether, putAll };
}

const known = new WeakMap<object, () => Promise<string>>();

/**
 * Gives the table that all accounts are answered from: the index table itself,
 * where the place has no other generations, else that of the one in force. All
 * calls of a process share what they know of it.
 */
export function sharedIndexOf(
  foundation: Pick<Foundation, 'documents' | 'tables' | 'clock' | 'hasGenerations'>,
): () => Promise<string> {
  const { documents, tables, clock, hasGenerations } = foundation;
  const { index: table } = tables;
  if (!hasGenerations) return async () => table;
  const current = known.get(foundation) ?? createSharedIndex({ documents, table, clock });
  known.set(foundation, current);
  return current;
}
