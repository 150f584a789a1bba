import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { withoutEmpty } from '#shared/platform/config.ts';

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/u, 'PORT must be a number.'),
  v.transform(Number),
  v.maxValue(65_535),
);

const amount = v.pipe(v.string(), v.transform(Number), v.finite(), v.gtValue(0));

const Environment = v.object({
  PORT: v.optional(port, '4000'),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), '.data'),
  /** Moves the service's clock, for tests. */
  CLOCK_OFFSET_SECONDS: v.optional(v.pipe(v.string(), v.transform(Number), v.finite()), '0'),
  /** As curl's `--resolve`: `shop.example:443=127.0.0.1:8443,…` lets the crawler reach test sites. */
  CRAWL_RESOLVE: v.optional(v.string()),
  /** Points the live provider at a test server. */
  UPSTREAM_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  DATAFORSEO_LOGIN: v.optional(v.string()),
  DATAFORSEO_PASSWORD: v.optional(v.string()),
  /** As the members of the upstream secret on AWS. */
  UPSTREAM_TIMEOUT_SECONDS: v.optional(amount),
  UPSTREAM_REQUESTS_PER_MINUTE: v.optional(amount),
  UPSTREAM_CALL_BUDGET_USD: v.optional(amount),
  /** The operator's own client at Google, or the key file of a service account. */
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  GOOGLE_SERVICE_ACCOUNT_FILE: v.optional(v.string()),
  /** Point the connection to Search Console at a test server. */
  GOOGLE_AUTHORIZE_URL: v.optional(v.pipe(v.string(), v.url())),
  GOOGLE_TOKEN_URL: v.optional(v.pipe(v.string(), v.url())),
  GOOGLE_REVOKE_URL: v.optional(v.pipe(v.string(), v.url())),
  SEARCH_CONSOLE_URL: v.optional(v.pipe(v.string(), v.url())),
  SEARCH_CONSOLE_REQUESTS_PER_MINUTE: v.optional(amount),
  /** The operator's key of the Chrome UX Report, and a test server in its place. */
  CRUX_API_KEY: v.optional(v.string()),
  CRUX_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  /** The browser that audits open pages in, where it is not in its usual place. */
  CHROMIUM_PATH: v.optional(v.string()),
  PUBLIC_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  STRIPE_SECRET_KEY: v.optional(v.string()),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
  /** Ids or hosts of agents' clients that may show no link to a checkout. */
  NO_CHECKOUT_CLIENTS: v.optional(v.string()),
  /** `1` lets a machine that others reach take test payments: a demonstration. */
  ALLOW_TEST_PAYMENTS: v.optional(v.picklist(['0', '1'], 'ALLOW_TEST_PAYMENTS must be 0 or 1.'), '0'),
});

/** How one machine is set up. Test seams are read here and nowhere else, so that no deployed stage has them. */
export interface LocalSettings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly clockOffsetSeconds: number;
  readonly crawlResolve: string | undefined;
  /** Text of the live provider's secret as on AWS; undefined where none is set, and the stored index answers alone. */
  readonly upstreamSecret: string | undefined;
  readonly publicBaseUrl: string | undefined;
  /** As it is set; undefined for the usual ones. */
  readonly noCheckoutClients: string | undefined;
  /** Text of the Google client's secret as on AWS; undefined where none is set, and files are uploaded instead. */
  readonly googleSecret: string | undefined;
  /** Text of the secret of the Chrome UX Report as on AWS; undefined where no key is set, and audits tell no field vitals. */
  readonly cruxSecret: string | undefined;
  /** As it is set; undefined for the usual places. */
  readonly chromiumPath: string | undefined;
  /** Text of Stripe's secret as on AWS; undefined where payments are made on a test page of this machine. */
  readonly stripeSecret: string | undefined;
}

/** Reads the environment; a wrong value ends with one clear sentence. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const result = v.safeParse(Environment, withoutEmpty(env));
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`The environment variable ${String(issue.path?.[0]?.key)} is wrong: ${issue.message}`);
  }
  const { output } = result;
  const stripe = stripeSettings(output);
  if (output.ALLOW_TEST_PAYMENTS === '0') refuseTestPaymentsInPublic(output, stripe);
  return {
    port: output.PORT,
    host: output.HOST,
    dataDir: output.DATA_DIR,
    clockOffsetSeconds: output.CLOCK_OFFSET_SECONDS,
    crawlResolve: output.CRAWL_RESOLVE,
    upstreamSecret: upstreamSecret(output),
    publicBaseUrl: output.PUBLIC_BASE_URL?.replace(/\/$/u, ''),
    noCheckoutClients: output.NO_CHECKOUT_CLIENTS,
    googleSecret: googleSecret(output),
    cruxSecret:
      output.CRUX_API_KEY && JSON.stringify({ api_key: output.CRUX_API_KEY, base_url: output.CRUX_BASE_URL }),
    chromiumPath: output.CHROMIUM_PATH,
    stripeSecret: stripe && JSON.stringify(stripe),
  };
}

type Variables = v.InferOutput<typeof Environment>;

function upstreamSecret(variables: Variables): string | undefined {
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password } = variables;
  if ((login === undefined) !== (password === undefined))
    throw new Error('Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD together.');
  if (login === undefined) return undefined;
  return JSON.stringify({
    login,
    password,
    base_url: variables.UPSTREAM_BASE_URL,
    request_timeout_seconds: variables.UPSTREAM_TIMEOUT_SECONDS,
    requests_per_minute: variables.UPSTREAM_REQUESTS_PER_MINUTE,
    call_budget_usd: variables.UPSTREAM_CALL_BUDGET_USD,
  });
}

function googleSecret(variables: Variables): string | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_SERVICE_ACCOUNT_FILE: file } = variables;
  if ((id === undefined) !== (secret === undefined))
    throw new Error('Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together.');
  if (id === undefined && file === undefined) return undefined;
  return JSON.stringify({
    client_id: id,
    client_secret: secret,
    service_account: file === undefined ? undefined : readServiceAccount(file),
    authorize_url: variables.GOOGLE_AUTHORIZE_URL,
    token_url: variables.GOOGLE_TOKEN_URL,
    revoke_url: variables.GOOGLE_REVOKE_URL,
    api_url: variables.SEARCH_CONSOLE_URL,
    requests_per_minute: variables.SEARCH_CONSOLE_REQUESTS_PER_MINUTE,
  });
}

function readServiceAccount(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(
      `GOOGLE_SERVICE_ACCOUNT_FILE must name the JSON key file of a service account; ${file} cannot be read as one.`,
    );
  }
}

function stripeSettings({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Variables) {
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    throw new Error(
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together: with one of them no payment can be taken and confirmed.',
    );
  return secretKey && webhookSecret ? { secret_key: secretKey, webhook_secret: webhookSecret } : undefined;
}

/** A caller who reaches a machine with test payments can get credits, and with a live provider spend the operator's money. */
function refuseTestPaymentsInPublic(variables: Variables, stripe: ReturnType<typeof stripeSettings>): void {
  const isTest = stripe === undefined || /^[rs]k_test_/u.test(stripe.secret_key);
  const reach = reachBeyond(variables);
  if (!isTest || reach === undefined) return;
  throw new Error(
    `Payments are test payments, and ${reach}: every caller could get credits free of charge. ` +
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET of live mode, or ALLOW_TEST_PAYMENTS=1 for a demonstration.',
  );
}

function reachBeyond({ PUBLIC_BASE_URL: publicBaseUrl, HOST: host }: Variables): string | undefined {
  if (publicBaseUrl !== undefined) return `PUBLIC_BASE_URL is ${publicBaseUrl}`;
  return isLoopback(host) ? undefined : `HOST is ${host}`;
}

/** Whether a listener bound to `host` is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/u.test(host);
}
