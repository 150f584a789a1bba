import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { priceList } from '#functions/tools/catalog.ts';
import { agentTokenSeconds } from '#shared/callers/identity/agent-token.ts';
import {
  generateSigningSecret,
  openSigningSecret,
  rotateSigningSecret,
  type SigningMaterial,
} from '#shared/callers/identity/signing-keys.ts';
import type { SecretName } from '#shared/contract/grants.ts';
import { createClock, isoTime } from '#shared/platform/clock.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks, type ObjectLinks } from '#shared/platform/object-store/object-links.ts';
import type { DataFolder } from './data/data-folder.ts';
import { patientConfig, tableNames } from './data/database.ts';
import type { Storage } from './data/storage.ts';
import { createListFiles } from './open-data/open-place.ts';
import type { LocalSettings } from './settings.ts';

/** What the functions get on one machine: an embedded database, with files in place of S3 and of the secret store. */
export interface LocalFoundation extends Foundation {
  /** Signs and checks the downloads that S3 serves when deployed. */
  readonly links: ObjectLinks;
}

interface LocalParts {
  readonly folder: DataFolder;
  readonly storage: Storage;
  readonly settings: Pick<
    LocalSettings,
    | 'clockOffsetSeconds'
    | 'upstreamSecret'
    | 'stripeSecret'
    | 'googleSecret'
    | 'cruxSecret'
    | 'noCheckoutClients'
  >;
  readonly logger: CallLogger;
  readonly baseUrl: string;
}

export function createLocalFoundation(parts: LocalParts): LocalFoundation {
  const { folder, storage, settings, logger, baseUrl } = parts;
  const { database, secrets, commitsTogether } = storage;
  const clock = createClock(settings.clockOffsetSeconds);
  const links = createObjectLinks({ baseUrl: () => baseUrl, secret: secrets.link_key, clock });
  const issued: Partial<Record<SecretName, string | undefined>> = {
    upstream: settings.upstreamSecret,
    google: settings.googleSecret,
    crux: settings.cruxSecret,
    stripe: settings.stripeSecret,
  };
  return {
    documents: createDocuments(database.clientConfig),
    singleAttempt: createSingleAttemptDocuments(patientConfig(database)),
    tables: tableNames(),
    objects: createFileObjectStore({ folder: folder.objects, links }),
    links,
    clock,
    logger,
    baseUrl,
    dashboardUrl: baseUrl,
    async readSecret(name) {
      if (name === 'service') return JSON.stringify(secrets);
      return name === 'signing' ? signingText(folder) : issued[name];
    },
    mailer: undefined,
    prices: priceList,
    noCheckoutClients: settings.noCheckoutClients,
    calledFunction: undefined,
    alarmingCostShare: 1,
    // What starts with a public address refuses them before anything else is made.
    refusesTestPayments: false,
    hasGenerations: false,
    openListFile: createListFiles(folder.path),
    storing: { commitsTogether, putAll: database.putAll },
    startImport: () => Promise.reject(new Error('Uploads are imported by the running server.')),
    tellAccount: () => Promise.reject(new Error('Mail is sent by the running server.')),
    queueDeliveries: () => Promise.reject(new Error('Events are delivered by the running server.')),
    takesSharedUploads: false,
  };
}

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
