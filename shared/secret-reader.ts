import * as v from 'valibot';

/** Reads one JSON secret, parsed. */
export interface SecretReader {
  read<Schema extends v.GenericSchema>(arn: string, schema: Schema): Promise<v.InferOutput<Schema>>;
}

/** How long a container goes on with a secret it has read: a rotation reaches every container within this time. */
const keptMs = 5 * 60 * 1_000;

/** Secrets Manager, read once per container and again after a rotation. The client is loaded with the first read. */
export function createSecretReader(): SecretReader {
  const kept = new Map<string, { readonly text: Promise<string>; readonly readAt: number }>();

  function readText(arn: string): Promise<string> {
    const found = kept.get(arn);
    if (found && Date.now() - found.readAt < keptMs) return found.text;
    const text = fetchSecret(arn);
    kept.set(arn, { text, readAt: Date.now() });
    text.catch(() => kept.delete(arn));
    return text;
  }

  return {
    async read(arn, schema) {
      // The value itself must never reach a log, so a wrong one is reported by name only.
      const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await readText(arn));
      if (!result.success) throw new Error(`The secret ${arn} does not have the expected form.`);
      return result.output;
    },
  };
}

async function fetchSecret(arn: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({});
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString === undefined) throw new Error(`The secret ${arn} is empty.`);
    return SecretString;
  } finally {
    client.destroy();
  }
}
