import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import * as v from 'valibot';

/**
 * Measures the auditor against linkinator, Crawlee's CheerioCrawler and a bare
 * fetch-and-parse loop, on one generated site served by a process of its own:
 * pages a second, CPU and peak memory, median of the rounds, everything in one
 * run so that the ratios hold whatever the machine is doing.
 *
 *   node bin/launch.mjs bench/audit.ts [rounds]
 *
 * The peers are installed from their own lock file the first time.
 */
const rounds = Number(process.argv[2] ?? 3);
const sizes = [20, 1000];
const peers = 'bench/peers';

interface Cost {
  readonly pages: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

const runners: Readonly<Record<string, (port: string, size: string) => readonly string[]>> = {
  audit_site: (port, size) => ['bench/audit-runner.ts', 'oriel', port, size],
  'fetch + parse, no checks': (port, size) => ['bench/audit-runner.ts', 'bare', port, size],
  linkinator: (port, size) => [`${peers}/linkinator.mjs`, port, size],
  'Crawlee CheerioCrawler': (port, size) => [`${peers}/crawlee.mjs`, port, size],
};

if (!existsSync(`${peers}/node_modules`)) {
  process.stderr.write('Installing the peers from their lock file …\n');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: peers,
    stdio: ['ignore', 2, 2],
  });
}

process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, median of ${rounds}\n\n`,
);
for (const size of sizes) {
  const { port, stop } = await startServer(size);
  try {
    printTable(size, measure(port, String(size)));
    if (size === sizes.at(-1)) printChecks(port, String(size));
  } finally {
    stop();
  }
}

function startServer(size: number): Promise<{ port: string; stop: () => void }> {
  const child = spawn(process.execPath, ['bench/audit-site-server.ts', String(size)], {
    stdio: ['ignore', 'pipe', 2],
  });
  return new Promise((resolve) => {
    child.stdout?.once('data', (data: Buffer) =>
      resolve({ port: data.toString().trim(), stop: () => child.kill() }),
    );
  });
}

/** Rounds are taken in turn, so that a busy moment does not hit one crawler alone. */
function measure(port: string, size: string): ReadonlyMap<string, readonly Cost[]> {
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(runners)) {
      const output = execFileSync(process.execPath, [...args(port, size)], {
        stdio: ['ignore', 'pipe', 2],
        timeout: 300_000,
      });
      const cost: unknown = JSON.parse(output.toString().trim().split('\n').at(-1) ?? '{}');
      if (isCost(cost)) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  }
  return costs;
}

function isCost(value: unknown): value is Cost {
  return typeof value === 'object' && value !== null && 'pages' in value && 'cpuMs' in value;
}

/** The checks that take the most, of all that run. */
function printChecks(port: string, size: string): void {
  const output = execFileSync(process.execPath, ['bench/audit-runner.ts', 'checks', port, size], {
    stdio: ['ignore', 'pipe', 2],
  });
  const times = v.parse(v.record(v.string(), v.number()), JSON.parse(output.toString()));
  const whole = Object.values(times).reduce((sum, time) => sum + time, 0);
  const slowest = Object.entries(times).toSorted(([, one], [, other]) => other - one);
  process.stdout.write(
    `## ${slowest.length} checks on ${size} pages: ${whole.toFixed(0)} ms\n\n| check | ms | share of the checks |\n|---|---:|---:|\n`,
  );
  for (const [check, time] of slowest.filter(([, each]) => each > whole / 100))
    process.stdout.write(`| ${check} | ${time.toFixed(1)} | ${((100 * time) / whole).toFixed(0)} % |\n`);
  process.stdout.write('\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function printTable(size: number, costs: ReadonlyMap<string, readonly Cost[]>): void {
  process.stdout.write(
    `## ${size} pages\n\n| crawler | pages | pages/s | CPU ms/page | peak MB |\n|---|---|---|---|---|\n`,
  );
  for (const [name, runs] of costs) {
    const pages = median(runs.map((run) => run.pages));
    const perSecond = median(runs.map((run) => run.pages / (run.wallMs / 1000)));
    const cpu = median(runs.map((run) => run.cpuMs / run.pages));
    const peak = median(runs.map((run) => run.peakMb));
    process.stdout.write(
      `| ${name} | ${pages} | ${perSecond.toFixed(0)} | ${cpu.toFixed(2)} | ${peak.toFixed(0)} |\n`,
    );
  }
  process.stdout.write('\n');
}
