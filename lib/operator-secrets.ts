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
const cruxKey = v.object({ api_key: v.string() });
export type CruxKey = v.InferOutput<typeof cruxKey>;

/** The client that the environment names; an exception where it names half of one. */
export function clientOf(environment: NodeJS.ProcessEnv): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret } = environment;
  if (client_id && client_secret) return { client_id, client_secret };
  if (client_id || client_secret) throw new Error('Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together.');
  return undefined;
}

export function cruxKeyOf({ CRUX_API_KEY: api_key }: NodeJS.ProcessEnv): CruxKey | undefined {
  return api_key ? { api_key } : undefined;
}

interface Keeping<Value> {
  /** What the environment names. */
  readonly given: Value | undefined;
  /** Asks the person at the terminal; undefined where there is none, or they have nothing to give. */
  ask(): Promise<Value | undefined>;
}

interface OperatorSecret<Value> {
  readonly name: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** What it is for, what it is, and what the stage lacks without it. */
  readonly words: { readonly use: string; readonly what: string; readonly without: string };
}

/** Puts the stage's client at Google into its secret where it is not there yet, and says what was done. */
export function keepGoogleClient(stage: string, keeping: Keeping<GoogleClient>): Promise<string> {
  const words = {
    use: 'Search Console',
    what: 'client at Google',
    without: 'sites cannot be connected; docs/search-console.md says how',
  };
  return keepSecret(stage, { name: 'google', schema: googleClient, words }, keeping);
}

/** The same of the key of the Chrome UX Report. */
export function keepCruxKey(stage: string, keeping: Keeping<CruxKey>): Promise<string> {
  const words = {
    use: 'Field vitals',
    what: 'key of the Chrome UX Report',
    without: 'audits tell none; docs/audit.md says how',
  };
  return keepSecret(stage, { name: 'crux', schema: cruxKey, words }, keeping);
}

/** What an operator has put there stays unless the environment names another. */
async function keepSecret<Value>(
  stage: string,
  { name, schema, words: { use, what, without } }: OperatorSecret<Value>,
  { given, ask }: Keeping<Value>,
): Promise<string> {
  const client = new SecretsManagerClient({});
  const SecretId = `oriel/${stage}/${name}`;
  try {
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId }));
    const kept = v.safeParse(schema, JSON.parse(SecretString));
    const wanted = given ?? (kept.success ? undefined : await ask());
    if (!wanted)
      return kept.success
        ? `${use}: the stage has its ${what}.`
        : `${use}: the stage has no ${what}, so ${without}.`;
    if (kept.success && JSON.stringify(kept.output) === JSON.stringify(wanted))
      return `${use}: the stage has this ${what}.`;
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(wanted) }));
    return `${use}: the ${what} is in the secret ${SecretId}; functions read it within five minutes.`;
  } finally {
    client.destroy();
  }
}

type Input = NodeJS.ReadStream | PassThrough;

/** Two questions at a terminal, the second answered without being shown; an empty first answer is none. */
export function askForClient(
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<GoogleClient | undefined> {
  return atTerminal(input, output, async ({ question, hidden }) => {
    const client_id = await question('Client id at Google for Search Console (empty: none): ');
    return client_id === ''
      ? undefined
      : { client_id, client_secret: await hidden('Its client secret (not shown): ') };
  });
}

/** One question, whose answer is not shown; an empty one is none. */
export function askForCruxKey(
  input: Input = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<CruxKey | undefined> {
  return atTerminal(input, output, async ({ hidden }) => {
    const api_key = await hidden('Key of the Chrome UX Report for field vitals (not shown; empty: none): ');
    return api_key === '' ? undefined : { api_key };
  });
}

type Ask = (text: string) => Promise<string>;

/** Asks where a person sits; undefined elsewhere. */
async function atTerminal<Value>(
  input: Input,
  output: NodeJS.WritableStream,
  ask: (terminal: { readonly question: Ask; readonly hidden: Ask }) => Promise<Value>,
): Promise<Value | undefined> {
  if (!('isTTY' in input && input.isTTY)) return undefined;
  let isShown = true;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) output.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input, output: shown, terminal: true });
  const question: Ask = async (text) => (await terminal.question(text)).trim();
  const hidden: Ask = async (text) => {
    output.write(text);
    isShown = false;
    const answered = await question('');
    isShown = true;
    output.write('\n');
    return answered;
  };
  try {
    return await ask({ question, hidden });
  } finally {
    terminal.close();
  }
}
