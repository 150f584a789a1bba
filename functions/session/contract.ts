import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { mergeGrants } from '#shared/contract/grants.ts';
import { accountOpeningGrants, roles, signInGrants } from '#shared/contract/role.ts';

/** Bodies of the dashboard's session routes. All are POST, and all check where they come from. */
export const sessionBodies = {
  code: v.object({ email: v.string() }),
  verify: v.object({
    sign_in_id: v.pipe(v.string(), v.maxLength(100)),
    // People paste codes with blanks around and between.
    code: v.pipe(
      v.string(),
      v.transform((code) => code.replaceAll(/\s/gu, '')),
      v.regex(/^\d{6}(?:\d{2})?$/u, 'The code has six or eight digits.'),
    ),
  }),
  end: v.object({ session_id: v.pipe(v.string(), v.maxLength(100)) }),
};

/** What each session route answers with status 200. The dashboard's types are made from this. */
export const sessionAnswers = {
  '/session/code': v.object({
    sign_in_id: v.string(),
    code_digits: v.picklist([6, 8]),
    expires_in_seconds: v.number(),
  }),
  '/session/verify': v.object({ account_id: v.string(), session_id: v.string() }),
  '/session/token': v.variant('signed_in', [
    // A browser without a cookie did nothing wrong: a 401 would stand in its console as an error.
    v.object({ signed_in: v.literal(false) }),
    v.object({
      signed_in: v.literal(true),
      token: v.string(),
      token_type: v.literal('Bearer'),
      expires_in: v.number(),
      expires_at: v.string(),
      session_id: v.string(),
      role: v.picklist(roles),
      /** Who is signed in; the account may be another's. */
      person: v.object({ email: v.string() }),
      account: v.object({ id: v.string(), email: v.string(), status: v.string() }),
    }),
  ]),
  '/session/list': v.object({
    sessions: v.array(
      v.object({
        id: v.string(),
        method: v.picklist(['email', 'passkey']),
        user_agent: v.string(),
        network: v.nullable(v.string()),
        created_at: v.string(),
        last_seen_at: v.string(),
        expires_at: v.string(),
        is_current: v.boolean(),
      }),
    ),
  }),
  '/session/end': v.object({ ended: v.literal(true) }),
  '/session/sign-out': v.object({ signed_out: v.literal(true) }),
};

export type SessionAnswer<Path extends keyof typeof sessionAnswers> = v.InferInput<
  (typeof sessionAnswers)[Path]
>;

export const sessionFunction = {
  name: 'session',
  module: 'session/actions.ts',
  description: 'Signs people in with one-time codes and gives the dashboard its tokens.',
  routes: [
    { method: 'POST', path: '/session/code' },
    { method: 'POST', path: '/session/verify' },
    { method: 'POST', path: '/session/token' },
    { method: 'POST', path: '/session/list' },
    { method: 'POST', path: '/session/end' },
    { method: 'POST', path: '/session/sign-out' },
  ],
  grants: mergeGrants([signInGrants, accountOpeningGrants]),
  timeoutSeconds: 10,
  sendsMail: true,
} as const satisfies RoutedFunction;
