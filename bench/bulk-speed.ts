import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import * as v from 'valibot';
import { listings, rowsInListing } from './index/generated-market.ts';

/**
 * `npm run bench -- bulk-speed [--rows 100000,1000000]`: time and memory of building
 * an index from one CSV file of so many results (ten to a keyword, 5,000
 * sites), the sample market included, as `npm run index-build` does it. Seconds
 * of each phase go to stderr; processor seconds leave out the engine's.
 */
const run = promisify(execFile);
const linesAtOnce = 1_000;

const report = v.object({
  items: v.number(),
  seconds: v.number(),
  cpu_seconds: v.number(),
  peak_megabytes: v.number(),
});

function* csvText(rows: number): Generator<string> {
  let lines = ['keyword,position,url,volume,cpc,observed_at'];
  for (const { keyword, metrics, listing } of listings(rows / rowsInListing)) {
    for (const { position, url } of listing?.rows ?? [])
      lines.push(`${keyword},${position},${url},${metrics?.volume ?? ''},${metrics?.cpc ?? ''},2026-11-10`);
    if (lines.length < linesAtOnce) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

async function measure(rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-bulk-speed-'));
  try {
    const file = join(folder, 'rows.csv');
    await pipeline(Readable.from(csvText(rows)), createWriteStream(file));
    const { stdout, stderr } = await run(process.execPath, ['bin/index-build.ts', file], {
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
    });
    process.stderr.write(stderr);
    return v.parse(report, JSON.parse(stdout));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000,1000000' } } });
process.stdout.write('| rows | items | seconds | processor seconds | MB |\n|---|---|---|---|---|\n');
for (const rows of values.rows.split(',').map(Number)) {
  const { items, seconds, cpu_seconds, peak_megabytes } = await measure(rows);
  process.stdout.write(`| ${rows} | ${items} | ${seconds} | ${cpu_seconds} | ${peak_megabytes} |\n`);
}
