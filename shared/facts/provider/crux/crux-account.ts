import * as v from 'valibot';

const secret = v.object({
  api_key: v.pipe(v.string(), v.minLength(1)),
  /** Another origin than Google's: a test server. */
  base_url: v.optional(v.pipe(v.string(), v.url()), 'https://chromeuxreport.googleapis.com'),
});
export type CruxAccount = v.InferOutput<typeof secret>;

/** Undefined where the secret holds no key, such as that of a fresh deployment. */
export function parseCruxAccount(text: string): CruxAccount | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), secret), text);
  return parsed.success ? parsed.output : undefined;
}
