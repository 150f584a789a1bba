import { parsed } from '../../browser-store.ts';
import { flag, num, text, texts } from '../../charts/read.ts';
import type { Limits } from '../../parts/edit-limits.tsx';
import { navigate } from '../../router.tsx';

/** The form of a new key, as far as it is filled in. */
export interface KeyDraft extends Limits {
  readonly name: string;
  readonly isTest: boolean;
}

const member = 'new';

/** Keeps the form in the address, as questions are: a reload and a session that ends lose nothing of it. */
export function keepDraft(draft: KeyDraft): void {
  if (location.pathname !== '/keys') return;
  navigate(`/keys?${new URLSearchParams({ [member]: JSON.stringify(draft) })}`, { replace: true });
}

/** Takes the form out of the address, where it was sent or closed. */
export function dropDraft(): void {
  if (location.pathname === '/keys') navigate('/keys', { replace: true });
}

/** Whether the address asks for a new key, with a draft or without. */
export function asksForKey(): boolean {
  return location.hash === '#new' || new URLSearchParams(location.search).has(member);
}

export function keptDraft(): KeyDraft {
  const kept = parsed(new URLSearchParams(location.search).get(member));
  return {
    name: text(kept, 'name'),
    isTest: flag(kept, 'isTest'),
    lastDay: text(kept, 'lastDay'),
    spendLimit: num(kept, 'spendLimit'),
    tools: texts(kept, 'tools'),
  };
}
