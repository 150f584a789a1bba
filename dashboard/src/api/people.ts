import { queryOptions } from '@tanstack/react-query';
import { askSession, forgetSession } from './session.ts';
import type { SessionAnswers } from './session-answers.ts';

export type Person = SessionAnswers['/session/members/list']['people'][number];
export type Role = Person['role'];

export const peopleQueries = {
  people: queryOptions({
    queryKey: ['people'],
    queryFn: async () => (await askSession('/session/members/list')).people,
  }),
  accounts: queryOptions({
    queryKey: ['accounts'],
    queryFn: async () => (await askSession('/session/members/accounts')).accounts,
  }),
};

/** Goes on in another account, from its first page: nothing of the one before stays in this window. */
export async function switchAccount(account_id: string): Promise<void> {
  await askSession('/session/members/switch', { account_id });
  forgetSession();
  location.assign('/');
}
