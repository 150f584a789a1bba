import {
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import { awsPatience } from '../aws-patience.ts';

/** Text of a secret by its ARN. */
export interface SecretStore {
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
