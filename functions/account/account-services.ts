import { endpointsWith, type LogicWith } from '#functions/endpoints-with.ts';
import type { Foundation } from '#functions/foundation.ts';
import { serviceSecrets } from '#functions/secrets.ts';
import { findSession } from '#shared/callers/identity/session-item.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { createKeyPlaces } from '#shared/money/accounts/key-places.ts';
import type { UsageLog } from '#shared/money/usage/usage-log.ts';
import type { SummarizeUsage } from '#shared/money/usage/usage-summary.ts';
import { keysNamed, type SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';

/** What the account endpoints work with, beside who calls. */
export type AccountServices = Awaited<ReturnType<typeof accountServices>>;

export type AccountLogic<Endpoint extends EndpointContract> = LogicWith<AccountServices, Endpoint>;

/** An account endpoint as a function of its foundation. */
export const accountEndpoint = endpointsWith(accountServices);

async function accountServices(foundation: Foundation) {
  const { documents, tables, clock, baseUrl, dashboardUrl, logger, mailer } = foundation;
  const secrets = await serviceSecrets(foundation);
  const credentials = createCredentialRepository(documents, tables.credentials);
  const accounts = createAccountRepository({ documents, tables, clock });
  return {
    accounts,
    credentials,
    findSession: (accountId: string, sessionId: string) =>
      findSession({ documents, name: tables.identity, clock }, accounts, accountId, sessionId),
    places: createKeyPlaces(documents, tables.credentials, credentials),
    ...usageReaders(foundation, keysNamed('cursor_key', secrets)),
    secrets,
    baseUrl,
    dashboardUrl,
    logger,
    mailer,
  };
}

/** What two of the endpoints read records with; its code is read with the first question. */
function usageReaders({ documents, tables, clock }: Foundation, cursorKeys: SigningKeyList) {
  const openLog = async () => {
    const { createUsageLog } = await import('#shared/money/usage/usage-log.ts');
    return createUsageLog({ documents, tables, cursorKeys, clock });
  };
  const listUsage: UsageLog['list'] = async (question) => (await openLog()).list(question);
  const summarize: SummarizeUsage = async (question) => {
    const { createUsageSummary } = await import('#shared/money/usage/usage-summary.ts');
    const { createMonthSumsStore } = await import('#shared/money/usage/month-sums.ts');
    const months = createMonthSumsStore(documents, tables.facts);
    return createUsageSummary({ log: await openLog(), months })(question);
  };
  return { listUsage, summarize };
}
