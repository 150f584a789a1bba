import * as v from 'valibot';
import type { TableName, TableNames } from '#shared/platform/dynamo/tables.ts';
import { tables } from '#shared/platform/dynamo/tables.ts';

const tableVariables = v.object({
  ACCOUNTS_TABLE: v.optional(v.string()),
  LEDGER_TABLE: v.optional(v.string()),
  CREDENTIALS_TABLE: v.optional(v.string()),
  USAGE_TABLE: v.optional(v.string()),
  IDEMPOTENCY_TABLE: v.optional(v.string()),
  INDEX_TABLE: v.optional(v.string()),
  FACTS_TABLE: v.optional(v.string()),
  IDENTITY_TABLE: v.optional(v.string()),
  BILLING_TABLE: v.optional(v.string()),
});

const Environment = v.object({
  ...tableVariables.entries,
  REFUSES_TEST_PAYMENTS: v.optional(v.literal('true')),
  PUBLIC_BASE_URL: v.pipe(v.string(), v.url()),
  DASHBOARD_URL: v.optional(v.pipe(v.string(), v.url())),
  OBJECTS_BUCKET: v.optional(v.string()),
  SERVICE_SECRETS_ARN: v.optional(v.string()),
  UPSTREAM_SECRET_ARN: v.optional(v.string()),
  SIGNING_KEYS_SECRET_ARN: v.optional(v.string()),
  STRIPE_SECRET_ARN: v.optional(v.string()),
  CANARY_SECRET_ARN: v.optional(v.string()),
  ORIGIN_SECRET_ARN: v.optional(v.string()),
  MAIL_FROM: v.optional(v.string()),
  NO_CHECKOUT_CLIENTS: v.optional(v.string()),
  CLIENT_METADATA_FUNCTION: v.optional(v.string()),
  TOOL_PRICES: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())), '{}'),
  IMPORT_FUNCTION: v.optional(v.string()),
  METRIC_NAMESPACE: v.optional(v.string()),
  ALARMING_COST_SHARE: v.optional(v.pipe(v.string(), v.transform(Number), v.gtValue(0)), '1'),
});

/** Settings of a deployed function. A table it was not granted has no name here. */
export interface Config {
  /** Whether keys of Stripe's test mode are refused. */
  readonly refusesTestPayments: boolean;
  /** Origin of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly tables: TableNames;
  readonly objectsBucket: string | undefined;
  /** Address that the service's mail comes from; of a verified SES identity. */
  readonly mailFrom: string | undefined;
  /** As it is set; see `noCheckoutClients`. */
  readonly noCheckoutClients: string | undefined;
  /** Name of the function that reads documents of agents' clients. */
  readonly clientMetadataFunction: string | undefined;
  /** Credits of each tool, by name. */
  readonly toolPrices: Readonly<Record<string, number>>;
  /** Name of the function that imports uploads. */
  readonly importFunction: string | undefined;
  /** Where figures of log lines become metrics. */
  readonly metricNamespace: string | undefined;
  /** Share of what calls earn, from which on their upstream cost is an alarm. */
  readonly alarmingCostShare: number;
  readonly secretArns: {
    readonly service: string | undefined;
    readonly upstream: string | undefined;
    readonly signing: string | undefined;
    readonly stripe: string | undefined;
    readonly canary: string | undefined;
    readonly origin: string | undefined;
  };
}

/** What the Lambda runtime and the stack set; nothing else in deployed code reads it from the process. */
export function deployedEnvironment(): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: settings come from the environment, and every other file takes them from here.
  return withoutEmpty(process.env);
}

/** Shells, templates and files of variables set to nothing what is not meant to be set. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Reads the environment once, at cold start: a wrong setting stops the function, not a call. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = v.parse(Environment, env);
  const baseUrl = parsed.PUBLIC_BASE_URL.replace(/\/$/u, '');
  const tableName = (name: TableName) => parsed[tables[name].variable] ?? `not-granted-${name}`;
  return {
    refusesTestPayments: parsed.REFUSES_TEST_PAYMENTS === 'true',
    baseUrl,
    dashboardUrl: (parsed.DASHBOARD_URL ?? baseUrl).replace(/\/$/u, ''),
    tables: {
      accounts: tableName('accounts'),
      ledger: tableName('ledger'),
      credentials: tableName('credentials'),
      usage: tableName('usage'),
      idempotency: tableName('idempotency'),
      index: tableName('index'),
      facts: tableName('facts'),
      identity: tableName('identity'),
      billing: tableName('billing'),
    },
    objectsBucket: parsed.OBJECTS_BUCKET,
    mailFrom: parsed.MAIL_FROM,
    noCheckoutClients: parsed.NO_CHECKOUT_CLIENTS,
    clientMetadataFunction: parsed.CLIENT_METADATA_FUNCTION,
    toolPrices: parsed.TOOL_PRICES,
    importFunction: parsed.IMPORT_FUNCTION,
    metricNamespace: parsed.METRIC_NAMESPACE,
    alarmingCostShare: parsed.ALARMING_COST_SHARE,
    secretArns: {
      service: parsed.SERVICE_SECRETS_ARN,
      upstream: parsed.UPSTREAM_SECRET_ARN,
      signing: parsed.SIGNING_KEYS_SECRET_ARN,
      stripe: parsed.STRIPE_SECRET_ARN,
      canary: parsed.CANARY_SECRET_ARN,
      origin: parsed.ORIGIN_SECRET_ARN,
    },
  };
}
