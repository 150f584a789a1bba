import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { serviceSecrets } from '#functions/secrets.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import {
  type CredentialRepository,
  createCredentialRepository,
} from '#shared/money/accounts/credential-repository.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { createMonthSumsStore } from '#shared/money/usage/month-sums.ts';
import { createUsageLog, type UsageLog } from '#shared/money/usage/usage-log.ts';
import { createUsageSummary, type SummarizeUsage } from '#shared/money/usage/usage-summary.ts';
import { keysNamed, type ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';

/** What the account endpoints work with, beside who calls. */
export interface AccountServices {
  readonly accounts: Pick<AccountRepository, 'forgetKey'>;
  readonly credentials: CredentialRepository;
  readonly usage: UsageLog;
  readonly summarize: SummarizeUsage;
  readonly secrets: ServiceSecrets;
  /** Origin of the API, for links between pages. */
  readonly baseUrl: string;
}

export type AccountLogic<Endpoint extends EndpointContract> = EndpointLogic<
  Endpoint,
  Principal,
  AccountServices
>;

/** An account endpoint as a function of its foundation. */
export function accountEndpoint<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  logic: AccountLogic<Endpoint>,
): (foundation: Foundation) => GatewayHandler {
  return (foundation) =>
    endpointHandler(endpoint, logic, async () => ({
      call: await callServices(foundation),
      own: await accountServices(foundation),
    }));
}

async function accountServices(foundation: Foundation): Promise<AccountServices> {
  const { documents, tables, clock, baseUrl } = foundation;
  const secrets = await serviceSecrets(foundation);
  const usage = createUsageLog({
    documents,
    tables,
    cursorKeys: keysNamed('cursor_key', secrets),
    clock,
  });
  return {
    accounts: createAccountRepository({ documents, tables, clock }),
    credentials: createCredentialRepository(documents, tables.credentials),
    usage,
    summarize: createUsageSummary({ log: usage, months: createMonthSumsStore(documents, tables.facts) }),
    secrets,
    baseUrl,
  };
}
