import type { CreditEntries, EntryDraft, LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** A moment that tests can move. */
export function movableClock(start = Date.UTC(2026, 10, 20)): Clock & { advance(seconds: number): void } {
  let now = start;
  return Object.assign(() => now, {
    advance(seconds: number) {
      now += seconds * 1000;
    },
  });
}

/** Grants and claw-backs in memory: each id once, as the ledger does; `failNext` loses the answer of one. */
export function memoryEntries(): Pick<CreditEntries, 'grant' | 'clawBack'> & {
  readonly entries: Map<string, number>;
  balance(): number;
  failNext(): void;
} {
  const entries = new Map<string, number>();
  let failing = false;
  const apply = async (draft: EntryDraft, sign: 1 | -1): Promise<LedgerEntry> => {
    if (failing) {
      failing = false;
      throw new Error('The answer was lost.');
    }
    if (!Number.isInteger(draft.credits) || draft.credits <= 0) throw new Error('Not a number of credits.');
    if (!entries.has(draft.entryId)) entries.set(draft.entryId, sign * draft.credits);
    return {
      accountId: draft.accountId,
      entryId: draft.entryId,
      kind: draft.kind,
      credits: sign * draft.credits,
      reference: draft.reference ?? null,
      note: null,
      amountUsdCents: draft.amountUsdCents ?? null,
      state: 'applied',
      sequence: entries.size,
      balanceAfter: null,
      hash: null,
      createdAt: '',
    };
  };
  return {
    entries,
    grant: (draft) => apply(draft, 1),
    clawBack: (draft) => apply(draft, -1),
    balance: () => [...entries.values()].reduce((sum, credits) => sum + credits, 0),
    failNext() {
      failing = true;
    },
  };
}
