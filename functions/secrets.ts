import { openSigningSecret, type SigningMaterial } from '#shared/callers/identity/signing-secret.ts';
import { parseUpstreamAccount, type UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { openServiceSecrets, type ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import type { Foundation } from './foundation.ts';

type Secrets = Pick<Foundation, 'readSecret'>;

/** The service's own secret. Fails in a function that was not granted it. */
export async function serviceSecrets({ readSecret }: Secrets): Promise<ServiceSecrets> {
  const text = await readSecret('service');
  if (text === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  return openServiceSecrets(text);
}

/** The keys of session and agent tokens. Fails in a function that was not granted them. */
export async function signingMaterial({ readSecret }: Secrets): Promise<SigningMaterial> {
  const text = await readSecret('signing');
  if (text === undefined) throw new Error('SIGNING_KEYS_SECRET_ARN must be set.');
  return openSigningSecret(text);
}

/** The live provider's account; undefined where none is set, and the stored index answers alone. */
export async function upstreamAccount({ readSecret }: Secrets): Promise<UpstreamAccount | undefined> {
  const text = await readSecret('upstream');
  return text === undefined ? undefined : parseUpstreamAccount(text);
}
