import * as v from 'valibot';
import { type AwsEnvironment, AwsRequestError } from '../aws/aws-request.ts';
import { askSecretsManager } from './secret-store.ts';

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

/** Secrets Manager writes moments as seconds since 1970, with a fraction. */
const moment = v.pipe(
  v.number(),
  v.transform((seconds) => seconds * 1_000),
);
const description = v.object({
  VersionIdsToStages: v.optional(v.record(v.string(), v.array(v.string())), {}),
  LastChangedDate: v.optional(moment),
  CreatedDate: v.optional(moment, 0),
});
const version = v.object({ SecretString: v.string(), CreatedDate: v.optional(moment, 0) });

export function createSecretVersions(aws: AwsEnvironment): SecretVersions {
  return {
    async describe(secretId) {
      const answer = v.parse(
        description,
        await askSecretsManager(aws, 'DescribeSecret', { SecretId: secretId }),
      );
      return {
        stages: new Map(Object.entries(answer.VersionIdsToStages)),
        changedAt: answer.LastChangedDate ?? answer.CreatedDate,
      };
    },

    async read(secretId, versionId) {
      const question = { SecretId: secretId, VersionId: versionId };
      try {
        return v.parse(version, await askSecretsManager(aws, 'GetSecretValue', question)).SecretString;
      } catch (error) {
        if (error instanceof AwsRequestError && error.code === 'ResourceNotFoundException') return undefined;
        throw error;
      }
    },

    async readCurrent(secretId) {
      const question = { SecretId: secretId, VersionStage: 'AWSCURRENT' };
      const answer = v.parse(version, await askSecretsManager(aws, 'GetSecretValue', question));
      return { text: answer.SecretString, since: answer.CreatedDate };
    },

    async put(secretId, versionId, text) {
      await askSecretsManager(aws, 'PutSecretValue', {
        SecretId: secretId,
        ClientRequestToken: versionId,
        SecretString: text,
        VersionStages: ['AWSPENDING'],
      });
    },

    async makeCurrent(secretId, versionId, formerId) {
      await askSecretsManager(aws, 'UpdateSecretVersionStage', {
        SecretId: secretId,
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: versionId,
        ...(formerId !== undefined && { RemoveFromVersionId: formerId }),
      });
    },
  };
}
