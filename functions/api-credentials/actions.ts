import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { type Credential, toApiCredential } from '#shared/money/accounts/credential.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import * as contracts from './contracts.ts';
import {
  createKey,
  expiryOf,
  isCredentialId,
  type KeyServices,
  keyServices,
  noSuchCredential,
  refuseOldSignIn,
  refuseUnlessPerson,
  rotateKey,
} from './give-key.ts';

export const createApiCredential = (foundation: Foundation) =>
  endpoint(foundation, contracts.createApiCredential, keyServices, createKey);
export const rotateApiCredential = (foundation: Foundation) =>
  endpoint(foundation, contracts.rotateApiCredential, keyServices, rotateKey);

export const listApiCredentials = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listApiCredentials,
    keyServices,
    async ({ caller, query: { limit, after }, now }, { credentials, spending, baseUrl }) => {
      const { credentials: asRead, next } = await visibleTo(caller, credentials, limit, after);
      const found = await spending.settled(caller.account.accountId, asRead);
      const link = `<${baseUrl}/v1/me/api-credentials?limit=${limit}&after=${next}>; rel="next"`;
      const parents = await readParents(found, credentials);
      return {
        body: found.map((credential) =>
          toApiCredential(credential, now, parents.get(credential.parent?.hash ?? '')),
        ),
        headers: next === undefined ? {} : { link },
      };
    },
  );

/** The keys that made some of these, by their hashes: their children end with them. */
async function readParents(found: readonly Credential[], credentials: KeyServices['credentials']) {
  const hashes = new Set(found.flatMap(({ parent }) => parent?.hash ?? []));
  const read = await Promise.all(
    [...hashes].map(async (hash) => [hash, await credentials.findByHash(hash)] as const),
  );
  return new Map(read);
}

/** A key that manages no keys sees its own record only. */
async function visibleTo(
  { account, credentialId, scopes }: Principal,
  credentials: KeyServices['credentials'],
  limit: number,
  after: string | undefined,
) {
  if (scopes.has('keys:manage')) return credentials.page(account.accountId, limit, after);
  const own = await credentials.find(account.accountId, credentialId);
  return { credentials: own ? [own] : [], next: undefined };
}

export const changeApiCredential = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.changeApiCredential,
    keyServices,
    async ({ caller, parameters, body, now }, { credentials, spending }) => {
      const id = parameters.credential_id ?? '';
      const former = async () =>
        isCredentialId(id)
          ? (await credentials.find(caller.account.accountId, id))?.limits.spendLimit
          : undefined;
      await refuseOldSignIn(caller, body.spend_limit, now, former);
      if (body.may_create_keys !== undefined) refuseUnlessPerson(caller);
      const changed = isCredentialId(id)
        ? await credentials.change(caller.account.accountId, id, {
            name: body.name,
            spendLimit: body.spend_limit,
            allowedTools: body.tools,
            rateLimits: body.rate_limits,
            expiresAt:
              body.expires_at === undefined ? undefined : expiryOf('expires_at', body.expires_at, now),
            mayCreateKeys: body.may_create_keys,
            endPrevious: body.end_previous_key,
          })
        : undefined;
      if (!changed) throw noSuchCredential();
      const [credential = changed] = await spending.settled(caller.account.accountId, [changed]);
      return { body: toApiCredential(credential, now) };
    },
  );

export const revokeApiCredential = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.revokeApiCredential,
    keyServices,
    async ({ caller, parameters, body, now }, { credentials, spending, places }) => {
      const { accountId } = caller.account;
      const id = parameters.credential_id ?? '';
      const revoked = isCredentialId(id) ? await credentials.revoke(accountId, id, now) : undefined;
      if (!revoked) throw noSuchCredential();
      await places.free(accountId, id);
      // Children end with their parent in any case; revoked, they say so themselves.
      if (body?.with_children) {
        const children = (await credentials.list(accountId)).filter(({ parent }) => parent?.id === id);
        for (const child of children) {
          await credentials.revoke(accountId, child.id, now);
          await places.free(accountId, child.id);
        }
      }
      const [credential = revoked] = await spending.settled(accountId, [revoked]);
      return { body: toApiCredential(credential, now) };
    },
  );
