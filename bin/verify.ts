import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { paidProbe, parseCanaryAccount, runProbes } from '#functions/maintenance/canary/canary.ts';
import { freeProbes, type Probe } from '#functions/maintenance/canary/probes.ts';
import { callerJourneys, creditsOfJourneys, reviewerJourney, visitorJourneys } from '#lib/journeys.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';

/**
 * `npm run verify -- --stage NAME` or `--url URL`: asks a service that runs somewhere what its canary asks
 * it, and does from here what a visitor, a developer, an agent and a reviewer do. Ends with 1 where
 * anything fails.
 */
const usage = `Usage: npm run verify -- (--stage NAME | --url URL) [--keyword KEYWORD] [--wait SECONDS]
A key in ORIEL_API_KEY lets it make paid calls as well, ${creditsOfJourneys + 2} credits an hour: one charge and its replay, a list and
its dataset, a tool over MCP. An address in ORIEL_REVIEWER_EMAIL and its code in ORIEL_REVIEWER_CODE
(npm run admin -- reviewer create) let it sign in. Nothing is bought.
What fails is tried once more after 15 seconds, or those of --wait.
--stage reads the address that the last npm run deploy of the stage wrote to cdk.out.`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    url: { type: 'string' },
    keyword: { type: 'string' },
    wait: { type: 'string', default: '15' },
    help: { type: 'boolean' },
  },
});
const baseUrl = values.url ?? (values.stage && (await addressOf(values.stage)));
const waitMs = Number(values.wait) * 1_000;
if (baseUrl && waitMs >= 0) await verify(baseUrl.replace(/\/$/u, ''));
else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}

async function verify(address: string): Promise<void> {
  const {
    ORIEL_API_KEY: key,
    ORIEL_REVIEWER_EMAIL: email,
    ORIEL_REVIEWER_CODE: code,
  } = deployedEnvironment();
  const account = parseCanaryAccount(JSON.stringify({ api_key: key, keyword: values.keyword }));
  const logger = { info: say, warn: say, error: say };
  const paid = account ? [paidProbe(address, account, { clock: createClock(), logger })] : [];
  const isSound = await report([...freeProbes(address), ...paid], waitMs);
  const asVisitor = visitorJourneys(address);
  const asCaller = account ? callerJourneys(address, account) : [];
  const asReviewer = email && code ? [reviewerJourney(address, { email, code })] : [];
  // After the canary's own calls, whose charges are counted. What its second tries waited for has passed.
  const isWhole = await report([...asVisitor, ...asCaller, ...asReviewer], 1_000);
  if (!account) process.stdout.write('No key in ORIEL_API_KEY: paid calls were not tried.\n');
  if (asReviewer.length === 0)
    process.stdout.write('No ORIEL_REVIEWER_EMAIL and ORIEL_REVIEWER_CODE: signing in was not tried.\n');
  if (!(isSound && isWhole)) process.exitCode = 1;
}

/** Runs these and prints how each ended; whether all went well. */
async function report(probes: readonly Probe[], secondTryAfterMs: number): Promise<boolean> {
  const failures = await runProbes(probes, secondTryAfterMs);
  const names = new Set([...probes, ...failures].map(({ signal }) => signal));
  for (const name of names) {
    const failure = failures.find(({ signal }) => signal === name);
    const outcome = failure ? 'FAILED' : 'ok    ';
    process.stdout.write(
      `${outcome} ${name.replace('canary_', '')}${failure ? `: ${failure.message}` : ''}\n`,
    );
  }
  return failures.length === 0;
}

function say(message: string, facts?: object): void {
  process.stderr.write(`${message} ${JSON.stringify(facts ?? {})}\n`);
}

/** What `cdk deploy --outputs-file` wrote: each stack's outputs, with the dash taken out of their names. */
async function addressOf(stage: string): Promise<string | undefined> {
  const outputs = v.record(v.string(), v.record(v.string(), v.string()));
  const file = `cdk.out/outputs-${stage}.json`;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    process.stderr.write(`There is no ${file}: deploy the stage from here, or give --url.\n`);
    return undefined;
  }
  const stacks = v.parse(outputs, JSON.parse(text));
  return stacks[`oriel-${stage}-api`]?.baseurl;
}
