import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { CredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { UsageLog } from '#shared/money/usage/usage-log.ts';
import type { SummarizeUsage } from '#shared/money/usage/usage-summary.ts';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';

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
