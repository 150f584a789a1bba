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

/** A variable that is set to nothing, as files of variables do, is not set. */
const textIfAny = v.pipe(
  v.string(),
  v.transform((value) => (value === '' ? undefined : value)),
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
  DATAFORSEO_LOGIN: v.optional(textIfAny),
  DATAFORSEO_PASSWORD: v.optional(textIfAny),
  /** As the members of the upstream secret on AWS. */
  UPSTREAM_TIMEOUT_SECONDS: v.optional(amount),
  UPSTREAM_REQUESTS_PER_MINUTE: v.optional(amount),
  UPSTREAM_CALL_BUDGET_USD: v.optional(amount),
  PUBLIC_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  /** Both, or test payments are used. */
  STRIPE_SECRET_KEY: v.optional(v.string()),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
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
  const result = v.safeParse(Environment, env);
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
    stripe: stripeSettings(output.STRIPE_SECRET_KEY, output.STRIPE_WEBHOOK_SECRET),
  };
}

function stripeSettings(secretKey: string | undefined, webhookSecret: string | undefined) {
  return secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined;
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
