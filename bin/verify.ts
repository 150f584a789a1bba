import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { runProbes } from '#functions/maintenance/canary/logic.ts';
import { paidProbe, parseCanaryAccount } from '#functions/maintenance/canary/paid-call.ts';
import { freeProbes } from '#functions/maintenance/canary/probes.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';

/**
 * `npm run verify -- --stage NAME` or `--url URL`: asks a service that runs somewhere what its canary
 * asks it, from here, and ends with 1 where anything fails. With a key in `ORIEL_API_KEY` a paid call too.
 */
const usage = `Usage: npm run verify -- (--stage NAME | --url URL) [--keyword KEYWORD]
A key in ORIEL_API_KEY lets it make a paid call as well: once an hour 2 credits.
--stage reads the address that the last npm run deploy of the stage wrote to cdk.out.`;

const { values } = parseArgs({
  options: { stage: { type: 'string' }, url: { type: 'string' }, keyword: { type: 'string' } },
});
const baseUrl = values.url ?? (values.stage && (await addressOf(values.stage)));
if (baseUrl) await verify(baseUrl.replace(/\/$/u, ''));
else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}

async function verify(address: string): Promise<void> {
  const { ORIEL_API_KEY: key } = deployedEnvironment();
  const account = parseCanaryAccount(JSON.stringify({ api_key: key, keyword: values.keyword }));
  const logger = { info: say, warn: say, error: say };
  const probes = [
    ...freeProbes(address),
    ...(account ? [paidProbe(address, account, { clock: createClock(), logger })] : []),
  ];
  const failures = await runProbes(probes);
  for (const { signal } of probes) {
    const failure = failures.find((found) => found.signal === signal);
    process.stdout.write(
      `${failure ? 'FAILED' : 'ok    '} ${signal.replace('canary_', '')}${failure ? `: ${failure.message}` : ''}\n`,
    );
  }
  for (const { signal, message } of failures.filter(
    (found) => !probes.some((probe) => probe.signal === found.signal),
  ))
    process.stdout.write(`FAILED ${signal.replace('canary_', '')}: ${message}\n`);
  if (!account) process.stdout.write('No key in ORIEL_API_KEY: paid calls were not tried.\n');
  if (failures.length > 0) process.exitCode = 1;
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
