import * as v from 'valibot';

const schema = v.object({
  login: v.pipe(v.string(), v.minLength(1)),
  password: v.pipe(v.string(), v.minLength(1)),
  base_url: v.optional(v.pipe(v.string(), v.url())),
});

/** The provider's account: in the secret store on AWS, in the environment on one machine. */
export interface UpstreamAccount {
  readonly login: string;
  /** The generated API password, not the one of the provider's dashboard. */
  readonly password: string;
  /** Another origin than the provider's: its sandbox, or a test server. */
  readonly baseUrl?: string | undefined;
}

/**
 * Reads the upstream secret, `{"login": …, "password": …}`. Undefined where it
 * holds none, such as the placeholder of a fresh deployment: the service then
 * answers from its stored index.
 */
export function parseUpstreamAccount(secret: string): UpstreamAccount | undefined {
  const parsed = v.safeParse(schema, jsonOf(secret));
  if (!parsed.success) return undefined;
  const { login, password, base_url } = parsed.output;
  return { login, password, baseUrl: base_url };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
