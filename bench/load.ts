import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLoad } from './load/run-load.ts';

const usage = `npm run load -- [--seconds 180] [--accounts 64] [--callers 16] [--faults 0.05] [--no-kill] [--seed …]

Starts the service on an empty folder and calls it through HTTP: all tools, one account that a quarter of the calls
are for, retries with the same Idempotency-Key, callers that give up, a provider that fails, and kill -9 half-way.
Then checks the books. Prints the figures as JSON; ends with status 1 where a credit is missing or a call failed
that should not have. See docs/capacity.md.
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    accounts: { type: 'string', default: '64' },
    callers: { type: 'string', default: '16' },
    faults: { type: 'string', default: '0.05' },
    'no-kill': { type: 'boolean', default: false },
    seed: { type: 'string', default: 'load' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stderr.write(usage);
else {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-load-'));
  try {
    const report = await runLoad({
      folder,
      seconds: Number(values.seconds),
      accounts: Number(values.accounts),
      workers: Number(values.callers),
      upstreamFaults: Number(values.faults),
      kills: !values['no-kill'],
      seed: values.seed,
      tell: (line) => process.stderr.write(`${line}\n`),
    });
    const { faults, ...figures } = report;
    process.stdout.write(`${JSON.stringify({ ...figures, faults: faults.slice(0, 20) }, null, 2)}\n`);
    process.stderr.write(`${report.lost_credits} credits lost, ${faults.length} faults\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
