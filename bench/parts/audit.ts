import { execFileSync, spawn } from 'node:child_process';
import * as v from 'valibot';
import { median, type Part, rounded, type Table } from '../harness/report.ts';

const sizes = [20, 1000];

const Cost = v.object({ pages: v.number(), wallMs: v.number(), cpuMs: v.number(), peakMb: v.number() });
type Cost = v.InferOutput<typeof Cost>;

const runners: Readonly<Record<string, (port: string, size: string) => readonly string[]>> = {
  // With the young generation of a thread for audits on one machine: three semi-spaces of 16 MB.
  audit_site: (port, size) => [
    '--max-semi-space-size=16',
    'bench/audit/audit-runner.ts',
    'oriel',
    port,
    size,
  ],
  'fetch + parse, no checks': (port, size) => ['bench/audit/audit-runner.ts', 'bare', port, size],
};

function startServer(size: number): Promise<{ port: string; stop: () => void }> {
  const child = spawn(process.execPath, ['bench/audit/audit-site-server.ts', String(size)], {
    stdio: ['ignore', 'pipe', 2],
  });
  return new Promise((resolve) => {
    child.stdout?.once('data', (data: Buffer) =>
      resolve({ port: data.toString().trim(), stop: () => child.kill() }),
    );
  });
}

/** What a program of its own prints last, parsed. */
function printed(args: readonly string[]): unknown {
  const output = execFileSync(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 2],
    timeout: 300_000,
  });
  return JSON.parse(output.toString().trim().split('\n').at(-1) ?? '');
}

/** Rounds are taken in turn, so that a busy moment does not hit one crawler alone. */
function crawl(port: string, size: number, rounds: number): Table['rows'] {
  const costs = new Map(Object.keys(runners).map((name): [string, Cost[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, args] of Object.entries(runners))
      costs.get(name)?.push(v.parse(Cost, printed(args(port, String(size)))));
  return [...costs].map(([crawler, runs]) => ({
    crawler,
    pages: median(runs.map(({ pages }) => pages)),
    'pages a second': rounded(median(runs.map(({ pages, wallMs }) => pages / (wallMs / 1_000))), 0),
    'CPU (ms a page)': rounded(median(runs.map(({ pages, cpuMs }) => cpuMs / pages)), 2),
    'peak memory (MB)': rounded(median(runs.map(({ peakMb }) => peakMb)), 0),
  }));
}

/** The checks that take the most, of all that run. */
function checksTable(port: string, size: number): Table {
  const times = v.parse(
    v.record(v.string(), v.number()),
    printed(['bench/audit/audit-runner.ts', 'checks', port, String(size)]),
  );
  const whole = Object.values(times).reduce((sum, time) => sum + time, 0);
  const slowest = Object.entries(times).toSorted(([, one], [, other]) => other - one);
  return {
    title: `Checks of an audit of ${size} pages`,
    method: `All ${slowest.length} checks together take ${whole.toFixed(0)} ms of processor time once the pages are read; those that take more than a fortieth of it.`,
    rows: slowest
      .filter(([, time]) => time > whole / 40)
      .map(([check, time]) => ({
        check,
        'CPU (ms)': rounded(time),
        'share (%)': rounded((100 * time) / whole, 0),
      })),
  };
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const rounds = isLong ? 5 : 3;
  const tables: Table[] = [];
  for (const size of sizes) {
    const { port, stop } = await startServer(size);
    try {
      tables.push({
        title: `Site audit, ${size} pages`,
        method: `One generated site served by a process of its own, crawled by a process for each run; the median of ${rounds}, taken in turns. The auditor asks for two pages of one host at once, as it does in service.`,
        rows: crawl(port, size, rounds),
      });
      if (size === sizes.at(-1)) tables.push(checksTable(port, size));
    } finally {
      stop();
    }
  }
  return tables;
}

/** The auditor beside a loop that fetches and parses, on the same site. */
export const audit: Part = {
  isSlow: true,
  versionsOf: ['parse5', 'undici'],
  measure,
};
