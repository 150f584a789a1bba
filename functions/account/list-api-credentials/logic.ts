import type { Credential } from '#shared/money/accounts/credential-item.ts';
import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { AccountLogic, AccountServices } from '../account-services.ts';
import type { listApiCredentials as contract } from './contract.ts';

export const listApiCredentials: AccountLogic<typeof contract> = async (
  { caller, query: { limit, after }, now },
  { credentials, baseUrl },
) => {
  const { credentials: found, next } = await visibleTo(caller, credentials, limit, after);
  const link = `<${baseUrl}/v1/me/api-credentials?limit=${limit}&after=${next}>; rel="next"`;
  const parents = await readParents(found, credentials);
  return {
    body: found.map((credential) =>
      toApiCredential(credential, now, parents.get(credential.parent?.hash ?? '')),
    ),
    headers: next === undefined ? {} : { link },
  };
};

/** The keys that made some of these, by their hashes: their children end with them. */
async function readParents(found: readonly Credential[], credentials: AccountServices['credentials']) {
  const hashes = new Set(found.flatMap(({ parent }) => parent?.hash ?? []));
  const read = await Promise.all(
    [...hashes].map(async (hash) => [hash, await credentials.findByHash(hash)] as const),
  );
  return new Map(read);
}

/** A key that manages no keys sees its own record only. */
async function visibleTo(
  { account, credentialId, scopes }: Principal,
  credentials: AccountServices['credentials'],
  limit: number,
  after: string | undefined,
) {
  if (scopes.has('keys:manage')) return credentials.page(account.accountId, limit, after);
  const own = await credentials.find(account.accountId, credentialId);
  return { credentials: own ? [own] : [], next: undefined };
}
