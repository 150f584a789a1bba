import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { awsPatience } from '../aws-patience.ts';

/** What the secret store tells about a secret without what it holds. */
export interface SecretDescription {
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
