import { serviceSecrets } from '#functions/secrets.ts';
import { createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createReviewCodes, type ReviewCode } from '#shared/callers/identity/review-codes.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AdminFoundation } from './stage-foundation.ts';

interface ReviewerOrder {
  readonly days: number;
  /** Given when the account is opened, and all that it can spend. */
  readonly credits: number;
}

/** A reviewer as the operator sees one. */
interface ReviewerView {
  readonly account_id: string;
  readonly email: string;
  readonly created_at: string;
  readonly expires_at: string;
}

const daySeconds = 86_400;

/** The accounts of those who review the service for a directory, on the tables of one machine or of one stage. */
export function openReviewers(foundation: AdminFoundation) {
  const { documents, tables, clock } = foundation;
  const table = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const directory = createAccountDirectory(table, accounts);
  const entries = createCreditEntries({ documents, tables, clock });
  const openCodes = async () => createReviewCodes(table, await serviceSecrets(foundation));
  return {
    /** Opens the account at the first call for an address. The code is shown here only. */
    async create(
      email: string,
      { days, credits }: ReviewerOrder,
    ): Promise<ReviewerView & { code: string; balance: number }> {
      const known = await directory.findId(email);
      const former = known === undefined ? undefined : await accounts.find(known);
      if (former && !former.snapshot.sample_data)
        throw new ServiceError(
          'validation_error',
          `${email} has an account that is no reviewer's. Take an address that has none.`,
        );
      const { accountId } = await directory.open(email);
      await accounts.update(accountId, { hasSampleData: true, status: 'active' });
      if (credits > 0)
        await entries.grant({
          accountId,
          entryId: 'grant:opening',
          kind: 'grant',
          credits,
          note: 'Review credits',
        });
      const code = await (await openCodes()).issue(email, accountId, days * daySeconds);
      const { balance } = await accounts.get(accountId);
      return { ...view(code), code: code.code, balance };
    },
    list: async (): Promise<readonly ReviewerView[]> => (await (await openCodes()).list()).map(view),
    async revoke(accountId: string): Promise<{ account_id: string; status: string; ended_sessions: number }> {
      const { email, snapshot } = await accounts.get(accountId);
      if (!snapshot.sample_data)
        throw new ServiceError('not_found', `${accountId} is no reviewer's account.`);
      await (await openCodes()).revoke(email);
      const { status } = await accounts.update(accountId, { status: 'suspended' });
      const sessions = createSessionRepository(table, accounts);
      const open = await sessions.list(accountId);
      for (const { sessionId } of open) await sessions.end(accountId, sessionId);
      return { account_id: accountId, status, ended_sessions: open.length };
    },
  };
}

function view({ accountId, email, createdAt, expiresAt }: ReviewCode): ReviewerView {
  return {
    account_id: accountId,
    email,
    created_at: createdAt,
    expires_at: isoTime(expiresAt * 1000),
  };
}
