import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { awsPatience } from '#shared/platform/aws-patience.ts';

/** What the secret store tells about a secret without what it holds. */
interface SecretDescription {
  /** Labels such as `AWSCURRENT` of each version, by its id. */
  readonly stages: ReadonlyMap<string, readonly string[]>;
  /** When its content was last changed, or it was made; milliseconds since 1970. */
  readonly changedAt: number;
}

/** A secret with its versions, for the function that renews it. */
export interface SecretVersions {
  describe(secretId: string): Promise<SecretDescription>;
  /** The text of a version; undefined while it has none. */
  read(secretId: string, versionId: string): Promise<string | undefined>;
  /** The text that functions work with, and since when (milliseconds since 1970). */
  readCurrent(secretId: string): Promise<{ readonly text: string; readonly since: number }>;
  /** Gives a version its text; the same text again changes nothing. */
  put(secretId: string, versionId: string, text: string): Promise<void>;
  makeCurrent(secretId: string, versionId: string, formerId: string | undefined): Promise<void>;
}

export function createSecretVersions(config: SecretsManagerClientConfig = {}): SecretVersions {
  const client = new SecretsManagerClient({ ...awsPatience, ...config });
  return {
    async describe(SecretId) {
      const told = await client.send(new DescribeSecretCommand({ SecretId }));
      return {
        stages: new Map(Object.entries(told.VersionIdsToStages ?? {})),
        changedAt: (told.LastChangedDate ?? told.CreatedDate)?.getTime() ?? 0,
      };
    },

    async read(SecretId, VersionId) {
      try {
        return (await client.send(new GetSecretValueCommand({ SecretId, VersionId }))).SecretString;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },

    async readCurrent(SecretId) {
      const current = new GetSecretValueCommand({ SecretId, VersionStage: 'AWSCURRENT' });
      const { SecretString: text, CreatedDate } = await client.send(current);
      if (text === undefined) throw new Error('The secret has no text.');
      return { text, since: CreatedDate?.getTime() ?? 0 };
    },

    async put(SecretId, ClientRequestToken, SecretString) {
      const VersionStages = ['AWSPENDING'];
      await client.send(
        new PutSecretValueCommand({ SecretId, ClientRequestToken, SecretString, VersionStages }),
      );
    },

    async makeCurrent(SecretId, MoveToVersionId, RemoveFromVersionId) {
      const VersionStage = 'AWSCURRENT';
      await client.send(
        new UpdateSecretVersionStageCommand({ SecretId, VersionStage, MoveToVersionId, RemoveFromVersionId }),
      );
    },
  };
}

/** Text of a secret by its ARN. */
interface SecretStore {
  /** Throws where the secret cannot be read; the message does not quote it. */
  read(secretArn: string): Promise<string>;
}

/** How long a container works with what it read: a rotated secret reaches every one of them within this time. */
const secretLifeMs = 5 * 60_000;

/** Secrets Manager, asked once per container and five minutes for each secret; its errors are not kept. */
export function createSecretStore(
  config: SecretsManagerClientConfig = {},
  clock: () => number = Date.now,
): SecretStore {
  const client = new SecretsManagerClient({ ...awsPatience, ...config });
  const kept = new Map<string, { readonly until: number; readonly text: Promise<string> }>();
  return {
    read(secretArn) {
      const known = kept.get(secretArn);
      if (known && known.until > clock()) return known.text;
      const text = fetchSecret(client, secretArn);
      kept.set(secretArn, { until: clock() + secretLifeMs, text });
      text.catch(() => kept.delete(secretArn));
      return text;
    },
  };
}

async function fetchSecret(client: SecretsManagerClient, secretArn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  if (SecretString === undefined) throw new Error('The secret has no text.');
  return SecretString;
}
