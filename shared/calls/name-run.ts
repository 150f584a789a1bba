import type { Principal } from '#shared/money/accounts/principal.ts';
import type { RunRequest } from '#shared/money/ledger/credit-ledger.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** A run as a call names it, before it is known whose it is. */
export type NamedRun = Omit<RunRequest, 'owner'>;

const largestBudget = 1_000_000_000;

/**
 * The run that a call names, from whatever the protocol carried; undefined
 * where it names none. Fails with `validation_error`.
 */
export function nameRun(id: unknown, budget: unknown): NamedRun | undefined {
  if (id === undefined && budget === undefined) return undefined;
  if (typeof id !== 'string' || !/^[\u0021-\u007e]{1,64}$/u.test(id))
    throw wrongRun('X-Run-Id', 'Name a run with 1 to 64 visible ASCII characters.');
  if (budget === undefined) return { id, budget };
  const credits = typeof budget === 'string' && /^\d{1,10}$/u.test(budget) ? Number(budget) : budget;
  if (typeof credits !== 'number' || !Number.isInteger(credits) || credits < 0 || credits > largestBudget)
    throw wrongRun('X-Run-Budget', `Send the budget of a run as whole credits, 0 to ${largestBudget}.`);
  return { id, budget: credits };
}

/** Workers that an agent gave child keys of its own spend the budget of its run. */
export function ownedRun(
  run: NamedRun | undefined,
  { parentId, credentialId }: Pick<Principal, 'parentId' | 'credentialId'>,
): RunRequest | undefined {
  return run && { ...run, owner: parentId ?? credentialId };
}

function wrongRun(header: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${message} Nothing was charged.`, {
    faults: [{ pointer: '', loc: ['header', header], type: 'run', message }],
  });
}
