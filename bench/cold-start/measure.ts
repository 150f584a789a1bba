import { execFileSync } from 'node:child_process';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';

const bareEntry = 'bench/cold-start/bare-handler.ts';

/** What a function finds at its start; nothing listens at any of these names. */
const environment = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
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

/** A tool, an endpoint, and those whose work is a library. */
const chosenNames = [
  'inspect-domain',
  'compare-keyword-coverage',
  'get-credits',
  'audit-site',
  'oauth',
  'mcp',
];

async function subjects(): Promise<Subject[]> {
  const extra = [
    { name: 'bare', source: `export { handler } from './${bareEntry}';` },
    { name: 'empty', source: `export { handler } from './bench/cold-start/empty-handler.ts';` },
  ];
  const chosen = bundleEntries.filter(({ name }) => chosenNames.includes(name));
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

/** Milliseconds of processor time that `require` takes in a process of its own. */
function importMs({ file }: Subject): number {
  // The runtime's own global for functions that stream their answer.
  const script = `globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const start = process.cpuUsage(); require(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1e3);`;
  return Number(execFileSync(process.execPath, ['-e', script], { env: environment, encoding: 'utf8' }));
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const measured = await subjects();
  const times = new Map<string, number[]>(measured.map(({ name }) => [name, []]));
  const rounds = isLong ? 50 : 20;
  for (let round = 0; round < rounds; round += 1)
    for (const subject of measured) times.get(subject.name)?.push(importMs(subject));
  const baseline = median(times.get(measured[0]?.name ?? '') ?? []);
  const rows = measured.map((subject) => {
    const ms = median(times.get(subject.name) ?? []);
    return {
      function: subject.name,
      'size (kB)': rounded(subject.bytes / 1_000),
      'import (CPU ms)': rounded(ms),
      'of the default build': rounded(ms / baseline, 2),
    };
  });
  return [
    {
      title: 'Cold start',
      method: `Bytes that a cold start reads, and the processor time that \`require\` takes in a fresh process: the median of ${rounds}, taken in turns so that a busy machine slows all alike. The baseline is a handler with only the DynamoDB document client, built as esbuild does by default. Aim: a tool within 0.9 of it.`,
      rows,
    },
  ];
}

/** Size and import time of functions as they are deployed. */
export const coldStart: Part = { versionsOf: ['esbuild', '@aws-sdk/lib-dynamodb', 'valibot'], measure };
