import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { SecretText } from './signing-secret.ts';

/**
 * Fixed, so that only one of several first writers can win: Secrets Manager
 * refuses a second text under the same request token.
 */
const firstVersionToken = '6f72696c-6669-7273-7400-000000000001';

/** A secret in Secrets Manager, as a stack leaves it: without a value, or with a placeholder that is no JSON object. */
export function createManagedSecret(client: SecretsManagerClient, arn: string): SecretText {
  async function read(): Promise<string | undefined> {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
      return SecretString?.startsWith('{"signing"') ? SecretString : undefined;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async function put(text: string, token?: string): Promise<void> {
    await client.send(
      new PutSecretValueCommand({
        SecretId: arn,
        SecretString: text,
        ...(token && { ClientRequestToken: token }),
      }),
    );
  }

  return {
    read,
    async create(text) {
      try {
        await put(text, firstVersionToken);
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw error;
      }
      return (await read()) ?? text;
    },
    replace: (text) => put(text),
  };
}
