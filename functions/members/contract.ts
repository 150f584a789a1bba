import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { mergeGrants } from '#shared/contract/grants.ts';
import { roles, signInGrants } from '#shared/contract/role.ts';

const memberId = v.pipe(v.string(), v.maxLength(100));
const role = v.picklist(roles);

/** Bodies of the routes about the people of an account. All are POST, and all check where they come from. */
export const membersBodies = {
  invite: v.object({ email: v.string(), role }),
  change: v.object({ member_id: memberId, role }),
  /** Keys that the person made go on, or end too. */
  remove: v.object({ member_id: memberId, keys: v.optional(v.picklist(['keep', 'revoke']), 'keep') }),
  accept: v.object({ token: v.pipe(v.string(), v.maxLength(300)) }),
  switch: v.object({ account_id: v.pipe(v.string(), v.maxLength(100)) }),
};

const time = v.nullable(v.string());
const person = v.object({
  /** Null of who opened the account, until it is handed over for the first time. */
  id: v.nullable(v.string()),
  email: v.string(),
  role,
  /** Whose the account is: one of its owners, who downloads or deletes it. */
  is_holder: v.boolean(),
  /** `withdrawn` of an invitation that was taken back. */
  status: v.picklist(['active', 'invited', 'expired', 'removed', 'withdrawn']),
  is_you: v.boolean(),
  /** Null of who opened the account. */
  invited_by: time,
  invitation_ends_at: time,
  joined_at: time,
  removed_at: time,
});

/** What each route answers with status 200. The dashboard's types are made from this. */
export const membersAnswers = {
  '/session/members/list': v.object({ people: v.array(person) }),
  '/session/members/invite': person,
  '/session/members/change': person,
  '/session/members/remove': person,
  '/session/members/accounts': v.object({
    accounts: v.array(
      v.object({
        id: v.string(),
        /** Of who owns it. */
        email: v.string(),
        /** As it stands on its invoices. */
        company: v.nullable(v.string()),
        role,
        opened_at: v.string(),
        is_current: v.boolean(),
      }),
    ),
  }),
  '/session/members/accept': v.object({ account_id: v.string() }),
  '/session/members/switch': v.object({ account_id: v.string() }),
};

export type MembersAnswer<Path extends keyof typeof membersAnswers> = v.InferInput<
  (typeof membersAnswers)[Path]
>;

/**
 * The people of an account, from the dashboard only: a person's session is what
 * these routes take, so that no key and no agent lets anybody in.
 */
export const membersFunction = {
  name: 'members',
  module: 'members/actions.ts',
  description:
    'Invites people to an account, changes and ends what they may do, and switches between accounts.',
  // One in the gateway: each path of its own would take three resources of the API's template.
  routes: [{ method: 'POST', path: '/session/members/{action}' }],
  grants: mergeGrants([
    signInGrants,
    {
      tables: {
        billing: ['GetItem'],
        credentials: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
      },
    },
  ]),
  timeoutSeconds: 20,
  sendsMail: true,
} as const satisfies RoutedFunction;
