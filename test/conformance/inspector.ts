import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '#local/data/database.ts';
import { consentingPerson } from '#test/support/identity/consenting-person.ts';
import { deliver } from './deliver.ts';

/** The command line of the protocol's own inspector, and what it is pointed at. */
interface Inspection {
  /** The inspector's launcher. */
  readonly cli: string;
  readonly baseUrl: string;
  /** Where it keeps its tokens; empty at the start. */
  readonly home: string;
  /** Of an account with credits. */
  readonly email: string;
}

const tools = v.object({ tools: v.pipe(v.array(v.object({ name: v.string() })), v.minLength(10)) });
const answered = v.object({
  structuredContent: v.object({ data: v.object({ domain: v.literal('trailpeak.example') }) }),
});
const prompts = v.object({ prompts: v.pipe(v.array(v.unknown()), v.minLength(1)) });

const call = ['--tool-name', 'inspect_domain', '--tool-args-json', '{"domain":"trailpeak.example"}'];

/**
 * What the inspector does as any agent: at its first request it is refused,
 * finds the sign-in, registers itself and waits for its person; later ones use
 * the token that it kept. Gives each request with whether it was answered.
 */
export async function inspect(inspection: Inspection): Promise<[string, boolean][]> {
  const requests = [
    ['registers itself, signs in and lists the tools', ['--method', 'tools/list'], tools],
    ['calls a tool', ['--method', 'tools/call', ...call], answered],
    ['lists the prompts', ['--method', 'prompts/list'], prompts],
  ] as const;
  const outcomes: [string, boolean][] = [];
  // The port on which it waits for the person to come back: kept, since it registers itself with it.
  const port = await freePort();
  // A home of its own for each revision of the protocol, so that each begins unknown.
  for (const era of ['legacy', 'modern'])
    for (const [name, args, expected] of requests) {
      const own = { ...inspection, home: join(inspection.home, era) };
      const output = await run(own, port, [...args, '--protocol-era', era]);
      outcomes.push([`the inspector (${era}) ${name}`, v.is(expected, output)]);
    }
  return outcomes;
}

/** One run of the command; what it printed as JSON, or undefined where it failed. */
function run(
  { cli, baseUrl, home, email }: Inspection,
  port: number,
  args: readonly string[],
): Promise<unknown> {
  const callback = `http://127.0.0.1:${port}/oauth/callback`;
  const target = ['--server-url', `${baseUrl}/mcp`, '--transport', 'http', '--callback-url', callback];
  const child = spawn(process.execPath, [cli, '--cli', ...target, '--format', 'json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
    env: {
      ...process.env,
      HOME: home,
      MCP_STORAGE_DIR: home,
      MCP_INSPECTOR_SECRET_STORE: 'file',
      // Without a terminal it shows the address only where it may open a browser; this one does nothing.
      MCP_AUTO_OPEN_ENABLED: 'true',
      BROWSER: 'true',
    },
  });
  const person = consentingPerson(baseUrl, email);
  let printed = '';
  let said = '';
  let asked = false;
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const url = /https?:\/\/\S*\/authorize\?\S+(?=\s)/u.exec(said)?.[0];
    if (!url || asked) return;
    asked = true;
    person
      .approve(url)
      .then((query) => deliver(`${callback}?${query}`))
      .catch(console.error);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(said);
      resolve(code === 0 ? resultOf(printed) : undefined);
    });
  });
}

/** The result itself, or as a member of what was printed. */
function resultOf(printed: string): unknown {
  const parsed: unknown = JSON.parse(printed);
  const wrapped = v.safeParse(v.object({ result: v.looseObject({}) }), parsed);
  return wrapped.success ? wrapped.output.result : parsed;
}
