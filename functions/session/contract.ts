import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/routed-function.ts';

/** Bodies of the dashboard's session routes. All are POST, and all check where they come from. */
export const sessionBodies = {
  code: v.object({ email: v.string() }),
  verify: v.object({
    sign_in_id: v.pipe(v.string(), v.maxLength(100)),
    // People paste codes with blanks around and between.
    code: v.pipe(
      v.string(),
      v.transform((code) => code.replaceAll(/\s/gu, '')),
      v.regex(/^\d{6}$/u, 'The code has six digits.'),
    ),
  }),
  end: v.object({ session_id: v.pipe(v.string(), v.maxLength(100)) }),
};

export const sessionFunction = {
  name: 'session',
  folder: 'session',
  description: 'Signs people in with one-time codes and gives the dashboard its tokens.',
  routes: [
    { method: 'POST', path: '/session/code' },
    { method: 'POST', path: '/session/verify' },
    { method: 'POST', path: '/session/token' },
    { method: 'POST', path: '/session/list' },
    { method: 'POST', path: '/session/end' },
    { method: 'POST', path: '/session/sign-out' },
  ],
  grants: {
    tables: {
      accounts: ['GetItem', 'PutItem'],
      identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    secrets: ['service', 'signing'],
    objects: [],
  },
  timeoutSeconds: 10,
  sendsMail: true,
} as const satisfies RoutedFunction;
