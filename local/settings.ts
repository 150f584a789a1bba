import * as v from 'valibot';
import {
  limitsOf,
  type UpstreamAccount,
  type UpstreamLimits,
} from '#shared/facts/providers/upstream-account.ts';

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
  PUBLIC_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  STRIPE_SECRET_KEY: v.optional(v.string()),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
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
  readonly upstreamBaseUrl: string | undefined;
  readonly upstreamLogin: string | undefined;
  readonly upstreamPassword: string | undefined;
  readonly upstreamLimits: UpstreamLimits;
  readonly publicBaseUrl: string | undefined;
  /** Undefined: payments are made on a test page of this machine. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string } | undefined;
}

/** Reads the environment; a wrong value ends with one clear sentence. */
export function readSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const result = v.safeParse(Environment, withoutEmpty(env));
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`The environment variable ${String(issue.path?.[0]?.key)} is wrong: ${issue.message}`);
  }
  const { output } = result;
  const { DATAFORSEO_LOGIN: upstreamLogin, DATAFORSEO_PASSWORD: upstreamPassword } = output;
  if ((upstreamLogin === undefined) !== (upstreamPassword === undefined))
    throw new Error(
      'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD together: one without the other opens nothing.',
    );
  const stripe = stripeSettings(output);
  if (output.ALLOW_TEST_PAYMENTS === '0') refuseTestPaymentsInPublic(output, stripe);
  return {
    port: output.PORT,
    host: output.HOST,
    dataDir: output.DATA_DIR,
    clockOffsetSeconds: output.CLOCK_OFFSET_SECONDS,
    crawlResolve: output.CRAWL_RESOLVE,
    upstreamBaseUrl: output.UPSTREAM_BASE_URL,
    upstreamLogin,
    upstreamPassword,
    upstreamLimits: limitsOf({
      request_timeout_seconds: output.UPSTREAM_TIMEOUT_SECONDS,
      requests_per_minute: output.UPSTREAM_REQUESTS_PER_MINUTE,
      call_budget_usd: output.UPSTREAM_CALL_BUDGET_USD,
    }),
    publicBaseUrl: output.PUBLIC_BASE_URL?.replace(/\/$/u, ''),
    stripe,
  };
}

/** Shells and files of variables set to nothing what is not meant to be set. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

type Variables = v.InferOutput<typeof Environment>;

function stripeSettings({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Variables) {
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    throw new Error(
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together: with one of them no payment can be taken and confirmed.',
    );
  return secretKey !== undefined && webhookSecret !== undefined ? { secretKey, webhookSecret } : undefined;
}

/** Anybody who reaches a machine with test payments can get credits, and with a live provider spend the operator's money. */
function refuseTestPaymentsInPublic(variables: Variables, stripe: LocalSettings['stripe']): void {
  const isTest = stripe === undefined || /^[rs]k_test_/u.test(stripe.secretKey);
  const reach = reachBeyond(variables);
  if (!isTest || reach === undefined) return;
  throw new Error(
    `Payments are test payments, and ${reach}: anybody could get credits free of charge. ` +
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

/** The live provider's account; undefined where none is set, and the stored index answers alone. */
export function upstreamAccount({
  upstreamLogin: login,
  upstreamPassword: password,
  upstreamBaseUrl: baseUrl,
  upstreamLimits,
}: LocalSettings): UpstreamAccount | undefined {
  return login === undefined || password === undefined
    ? undefined
    : { login, password, baseUrl, ...upstreamLimits };
}
