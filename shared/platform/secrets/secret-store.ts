import * as v from 'valibot';
import { type AwsEnvironment, sendAwsRequest } from '../aws/aws-request.ts';

/** Text of a secret by its ARN. */
export interface SecretStore {
  /** Throws where the secret cannot be read; the message does not quote it. */
  read(secretArn: string): Promise<string>;
}

const SecretAnswer = v.object({ SecretString: v.string() });

/** How long a container works with what it read: a rotated secret reaches every one of them within this time. */
const secretLifeMs = 5 * 60_000;

/** Secrets Manager, asked once per container and five minutes for each secret; its errors are not kept. */
export function createSecretStore(aws: AwsEnvironment, clock: () => number = Date.now): SecretStore {
  const kept = new Map<string, { readonly until: number; readonly text: Promise<string> }>();
  return {
    read(secretArn) {
      const known = kept.get(secretArn);
      if (known && known.until > clock()) return known.text;
      const text = fetchSecret(aws, secretArn);
      kept.set(secretArn, { until: clock() + secretLifeMs, text });
      text.catch(() => kept.delete(secretArn));
      return text;
    },
  };
}

async function fetchSecret(aws: AwsEnvironment, secretArn: string): Promise<string> {
  const answer = await askSecretsManager(aws, 'GetSecretValue', { SecretId: secretArn });
  return v.parse(SecretAnswer, answer).SecretString;
}

/** Carries out one operation of Secrets Manager and gives its parsed answer. */
export async function askSecretsManager(
  { region, credentials, endpoints }: AwsEnvironment,
  operation: string,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { body } = await sendAwsRequest(
    {
      method: 'POST',
      url: new URL(endpoints.secretsManager ?? `https://secretsmanager.${region}.amazonaws.com/`),
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `secretsmanager.${operation}`,
      },
      body: Buffer.from(JSON.stringify(input)),
    },
    { service: 'secretsmanager', region, credentials },
  );
  return JSON.parse(body.toString('utf8'));
}
