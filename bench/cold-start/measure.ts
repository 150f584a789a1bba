/**
 * Size and import time of the functions as they are deployed, beside a handler
 * that only has the DynamoDB document client, built as esbuild does by default.
 *
 *   node bin/launch.mjs bench/cold-start/measure.ts [function …]
 *
 * The time is the median over 20 fresh processes, taken in turns so that a
 * busy machine slows all of them alike.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

const rounds = 20;
const bareEntry = 'bench/cold-start/bare-handler.ts';

/** What a function finds at its start; nothing listens at any of these names. */
const environment = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  STAGE: 'dev',
  PUBLIC_BASE_URL: 'https://oriel.example',
  OBJECTS_BUCKET: 'objects',
  SERVICE_SECRETS_ARN: 'arn:service',
};

interface Subject {
  readonly name: string;
  readonly file: string;
  /** Bytes that a cold start reads. */
  readonly bytes: number;
}

async function defaultBuild(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-bare-'));
  const file = join(folder, 'index.js');
  await build({
    entryPoints: [bareEntry],
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    outfile: file,
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  return { name: 'bare handler, default build', file, bytes: statSync(file).size };
}

async function subjects(wanted: readonly string[]): Promise<Subject[]> {
  const extra = [
    { name: 'bare', entry: bareEntry },
    { name: 'empty', entry: 'bench/cold-start/empty-handler.ts' },
  ];
  const chosen = bundleEntries.filter(({ name }) => wanted.includes(name));
  const outputFolder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
  const bundles = await bundleFunctions([...chosen, ...extra], { outputFolder });
  const own = (name: string, title: string) => ({
    name: title,
    file: join(bundles.folderOf(name), 'index.js'),
    bytes: bundles.eagerBytesOf(name),
  });
  return [
    await defaultBuild(),
    own('empty', 'empty handler'),
    own('bare', 'bare handler, our build'),
    ...chosen.map(({ name }) => own(name, name)),
  ];
}

/** Milliseconds that `require` takes in a process of its own. */
function importMs({ file }: Subject): number {
  const script = `const start = process.hrtime.bigint(); require(${JSON.stringify(file)});
    console.log(Number(process.hrtime.bigint() - start) / 1e6);`;
  return Number(execFileSync(process.execPath, ['-e', script], { env: environment, encoding: 'utf8' }));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const wanted = process.argv.slice(2);
const measured = await subjects(wanted.length > 0 ? wanted : ['inspect-domain', 'get-credits']);
const times = new Map<string, number[]>(measured.map(({ name }) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const subject of measured) times.get(subject.name)?.push(importMs(subject));

const baseline = median(times.get(measured[0]?.name ?? '') ?? []);
console.table(
  measured.map((subject) => {
    const ms = median(times.get(subject.name) ?? []);
    return {
      function: subject.name,
      'size (kB)': Math.round(subject.bytes / 100) / 10,
      'import (ms)': Math.round(ms * 10) / 10,
      'of the default build': Math.round((ms / baseline) * 100) / 100,
    };
  }),
);
