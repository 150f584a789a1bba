import * as v from 'valibot';
import { agentTokenSeconds } from '#shared/callers/identity/agent-token.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import type { Session } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken, sessionTokenSeconds } from '#shared/callers/identity/session-token.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import {
  generateSigningSecret,
  openSigningSecret,
  rotateSigningSecret,
  type SigningMaterial,
} from '#shared/callers/identity/signing-secret.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { DataFolder } from './data/data-folder.ts';
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

/**
 * One step of rotation. A running server goes on with the keys it holds until
 * it is started again. A second step within the life of the longest token is
 * refused: what the key before the last one signed would end too early.
 */
export async function rotateLocalSigning(folder: DataFolder, now: number) {
  await loadSigning(folder);
  const kept = await folder.read(signingFile, v.looseObject({ rotated_at: v.optional(v.string()) }));
  if (kept?.rotated_at !== undefined && now - Date.parse(kept.rotated_at) < agentTokenSeconds * 1_000)
    throw new ServiceError(
      'validation_error',
      `The keys were rotated at ${kept.rotated_at}: what the former one signed is in use for eight hours. Rotate later.`,
    );
  const rotated = rotateSigningSecret(JSON.stringify(kept));
  await folder.write(signingFile, { ...JSON.parse(rotated), rotated_at: isoTime(now) });
  return { current_key: openSigningSecret(rotated).keys.current.kid };
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
