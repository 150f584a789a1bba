import * as v from 'valibot';
import { agentTokenSeconds } from '#shared/callers/identity/agent-token.ts';
import {
  generateSigningSecret,
  openSigningSecret,
  rotateSigningSecret,
  type SigningMaterial,
} from '#shared/callers/identity/signing-keys.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { DataFolder } from './data-folder.ts';

const signingFile = 'signing.json';

export async function signingText(folder: DataFolder): Promise<string> {
  const kept = await folder.read(
    signingFile,
    v.looseObject({}),
    'it holds the signing keys, without which every session and agent connection ends.',
  );
  if (kept) return JSON.stringify(kept);
  const made = generateSigningSecret();
  await folder.write(signingFile, made);
  return JSON.stringify(made);
}

export async function loadSigning(folder: DataFolder): Promise<SigningMaterial> {
  return openSigningSecret(await signingText(folder));
}

/**
 * One step of rotation. A running server finds the new keys within minutes. A
 * second step within the life of the longest token is
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
