import { createInterface } from 'node:readline/promises';
import { type PassThrough, Writable } from 'node:stream';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

const googleClient = v.object({ client_id: v.string(), client_secret: v.string() });
export type GoogleClient = v.InferOutput<typeof googleClient>;

/** The client that the environment names; an exception where it names half of one. */
export function clientOf(environment: NodeJS.ProcessEnv): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret } = environment;
  if (client_id && client_secret) return { client_id, client_secret };
  if (client_id || client_secret)
    throw new Error(
      'Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together: one without the other opens nothing.',
    );
  return undefined;
}

interface Keeping {
  /** What the environment names. */
  readonly given: GoogleClient | undefined;
  /** Asks the person at the terminal; undefined where there is none, or they have no client. */
  ask(): Promise<GoogleClient | undefined>;
}

/**
 * Puts the stage's client at Google into its secret where it is not there yet, and says what was done.
 * What an operator has put there stays unless the environment names another.
 */
export async function keepGoogleClient(stage: string, { given, ask }: Keeping): Promise<string> {
  const client = new SecretsManagerClient({});
  const SecretId = `oriel/${stage}/google`;
  try {
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
    const kept = v.safeParse(googleClient, JSON.parse(SecretString));
    const wanted = given ?? (kept.success ? undefined : await ask());
    if (!wanted)
      return kept.success
        ? 'Search Console: the stage has its client at Google.'
        : 'Search Console: the stage has no client at Google, so sites cannot be connected; docs/search-console.md says how.';
    if (kept.success && JSON.stringify(kept.output) === JSON.stringify(wanted))
      return 'Search Console: the stage has this client at Google.';
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(wanted) }));
    return `Search Console: the client at Google is in the secret ${SecretId}; functions read it within five minutes.`;
  } finally {
    client.destroy();
  }
}

/** Two questions at a terminal, the second answered without being shown; an empty first answer is none. */
export async function askForClient(
  input: NodeJS.ReadStream | PassThrough = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<GoogleClient | undefined> {
  if (!('isTTY' in input && input.isTTY)) return undefined;
  let isShown = true;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) output.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input, output: shown, terminal: true });
  try {
    const client_id = await terminal.question('Client id at Google for Search Console (empty: none): ');
    if (client_id.trim() === '') return undefined;
    output.write('Its client secret (not shown): ');
    isShown = false;
    const client_secret = await terminal.question('');
    output.write('\n');
    return { client_id: client_id.trim(), client_secret: client_secret.trim() };
  } finally {
    terminal.close();
  }
}
