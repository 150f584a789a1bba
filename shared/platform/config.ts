import * as v from 'valibot';
import { byTable, tables } from '#shared/platform/dynamo/tables.ts';

const Environment = v.object({
  REFUSES_TEST_PAYMENTS: v.optional(v.literal('true')),
  PUBLIC_BASE_URL: v.pipe(v.string(), v.url()),
  DASHBOARD_URL: v.optional(v.pipe(v.string(), v.url())),
  TOOL_PRICES: v.optional(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())), '{}'),
  ALARMING_COST_SHARE: v.optional(v.pipe(v.string(), v.transform(Number), v.gtValue(0)), '1'),
});

/** Variables that hold the addresses of secrets. */
export const secretVariables = {
  service: 'SERVICE_SECRETS_ARN',
  upstream: 'UPSTREAM_SECRET_ARN',
  signing: 'SIGNING_KEYS_SECRET_ARN',
  stripe: 'STRIPE_SECRET_ARN',
  canary: 'CANARY_SECRET_ARN',
  google: 'GOOGLE_SECRET_ARN',
  crux: 'CRUX_SECRET_ARN',
  origin: 'ORIGIN_SECRET_ARN',
};

/** What the Lambda runtime and the stack set; nothing else in deployed code reads it from the process. */
export function deployedEnvironment(): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: settings come from the environment, and every other file takes them from here.
  return withoutEmpty(process.env);
}

/** Shells, templates and files of variables set to nothing what is not meant to be set. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/**
 * Settings of a deployed function; a table it was not granted has no name here. Reads the environment once,
 * at cold start: a wrong setting stops the function, not a call.
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
  const secretArns: Readonly<Partial<Record<keyof typeof secretVariables, string | undefined>>> =
    Object.fromEntries(Object.entries(secretVariables).map(([name, variable]) => [name, env[variable]]));
  const parsed = v.parse(Environment, env);
  const baseUrl = parsed.PUBLIC_BASE_URL.replace(/\/$/u, '');
  return {
    /** Whether keys of Stripe's test mode are refused. */
    refusesTestPayments: parsed.REFUSES_TEST_PAYMENTS === 'true',
    baseUrl,
    dashboardUrl: (parsed.DASHBOARD_URL ?? baseUrl).replace(/\/$/u, ''),
    tables: byTable((name) => env[tables[name].variable] ?? `not-granted-${name}`),
    objectsBucket: env.OBJECTS_BUCKET,
    /** Address that the service's mail comes from; of a verified SES identity. */
    mailFrom: env.MAIL_FROM,
    noCheckoutClients: env.NO_CHECKOUT_CLIENTS,
    /** Name of the other function that this one calls. */
    calledFunction: env.CALLED_FUNCTION,
    toolPrices: parsed.TOOL_PRICES,
    /** Name of the function that writes to accounts whose balance is low. */
    lowBalanceFunction: env.LOW_BALANCE_FUNCTION,
    deliveryQueue: env.DELIVERY_QUEUE,
    metricNamespace: env.METRIC_NAMESPACE,
    /** Share of what calls earn, from which on their upstream cost is an alarm. */
    alarmingCostShare: parsed.ALARMING_COST_SHARE,
    secretArns,
  };
}
