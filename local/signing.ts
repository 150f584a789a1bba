import * as v from 'valibot';
import { isoTime } from '#shared/clock.ts';
import { createPublishedKeys } from '#shared/identity/published-keys.ts';
import type { Session } from '#shared/identity/session-repository.ts';
import { mintSessionToken, sessionTokenSeconds } from '#shared/identity/session-token.ts';
import { publicKeysOf } from '#shared/identity/signing-keys.ts';
import {
  generateSigningSecret,
  openSigningSecret,
  type SigningMaterial,
} from '#shared/identity/signing-secret.ts';
import type { DataFolder } from './data-folder.ts';
import type { LocalFoundation } from './foundation.ts';

const signingFile = 'signing.json';

/** The signing keys of this machine, made once. */
export async function loadSigning(folder: DataFolder): Promise<SigningMaterial> {
  const kept = await folder.read(signingFile, v.looseObject({}));
  if (kept) return openSigningSecret(JSON.stringify(kept));
  const made = generateSigningSecret();
  await folder.write(signingFile, made);
  return openSigningSecret(JSON.stringify(made));
}

/** A token for `/v1` that stands for a session, signed with this machine's keys. */
export async function mintLocalSessionToken(
  folder: DataFolder,
  { identity, clock, baseUrl }: Pick<LocalFoundation, 'identity' | 'clock' | 'baseUrl'>,
  session: Session,
) {
  const { keys } = await loadSigning(folder);
  await createPublishedKeys(identity).publish(publicKeysOf(keys));
  return {
    session_token: mintSessionToken(session, { issuer: baseUrl, key: keys.current, now: clock() }),
    session_id: session.sessionId,
    expires_at: isoTime(clock() + sessionTokenSeconds * 1_000),
  };
}
