import * as v from 'valibot';
import { type DataKey, openText, sealText } from '#shared/platform/secrets/sealed-text.ts';

/** What a sign-in at Google was begun with: it travels sealed in `state`, so that nothing is kept of those that are given up. */
const signIn = v.object({
  accountId: v.string(),
  verifier: v.string(),
  redirectUri: v.string(),
  /** Milliseconds since 1970. */
  until: v.number(),
});
type BegunSignIn = v.InferOutput<typeof signIn>;

const purpose = 'search-console sign-in';

export const sealSignIn = (key: DataKey, begun: BegunSignIn) => sealText(key, purpose, JSON.stringify(begun));

/** Undefined for a state that we have not sealed, and for one that is too old. */
export function openSignIn(key: DataKey, state: string, now: number): BegunSignIn | undefined {
  const text = openText(key, purpose, state);
  const begun = text === undefined ? undefined : v.parse(signIn, JSON.parse(text));
  return begun && begun.until > now ? begun : undefined;
}
