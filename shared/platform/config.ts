import * as v from 'valibot';
import { byTable, type TableNames, tables } from '#shared/platform/dynamo/tables.ts';

const Environment = v.object({
  REFUSES_TEST_PAYMENTS: v.optional(v.literal('true')),
  PUBLIC_BASE_URL: v.pipe(v.string(), v.url()),
  DASHBOARD_URL: v.optional(v.pipe(v.string(), v.url())),
  TOOL_PRICES: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())), '{}'),
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
  /** Name of the other function that this one calls. */
  readonly calledFunction: string | undefined;
  /** Credits of each tool, by name. */
  readonly toolPrices: Readonly<Record<string, number>>;
  /** Name of the function that writes to accounts whose balance is low. */
  readonly lowBalanceFunction: string | undefined;
  readonly deliveryQueue: string | undefined;
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
    readonly google: string | undefined;
    readonly crux: string | undefined;
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
  return {
    refusesTestPayments: parsed.REFUSES_TEST_PAYMENTS === 'true',
    baseUrl,
    dashboardUrl: (parsed.DASHBOARD_URL ?? baseUrl).replace(/\/$/u, ''),
    tables: byTable((name) => env[tables[name].variable] ?? `not-granted-${name}`),
    objectsBucket: env.OBJECTS_BUCKET,
    mailFrom: env.MAIL_FROM,
    noCheckoutClients: env.NO_CHECKOUT_CLIENTS,
    calledFunction: env.CALLED_FUNCTION,
    toolPrices: parsed.TOOL_PRICES,
    lowBalanceFunction: env.LOW_BALANCE_FUNCTION,
    deliveryQueue: env.DELIVERY_QUEUE,
    metricNamespace: env.METRIC_NAMESPACE,
    alarmingCostShare: parsed.ALARMING_COST_SHARE,
    secretArns: {
      service: env.SERVICE_SECRETS_ARN,
      upstream: env.UPSTREAM_SECRET_ARN,
      signing: env.SIGNING_KEYS_SECRET_ARN,
      stripe: env.STRIPE_SECRET_ARN,
      canary: env.CANARY_SECRET_ARN,
      google: env.GOOGLE_SECRET_ARN,
      crux: env.CRUX_SECRET_ARN,
      origin: env.ORIGIN_SECRET_ARN,
    },
  };
}
