import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { agents } from './agents.ts';
import { callCost } from './call-cost.ts';
import { coldStart } from './cold-start/measure.ts';
import { faults } from './faults.ts';
import { auditBench, indexBench, indexSpeedBench } from './programs.ts';
import { machineWords, markdownOf, type Part } from './report.ts';
import { service } from './service.ts';
import { warmPath } from './warm-path.ts';

/**
 * `npm run bench` measures everything and writes the figures into
 * `docs/benchmarks.md`; `npm run bench -- warm-path service` only these parts,
 * which it prints. `--long` takes more rounds, and the slow parts as well.
 */
const parts: readonly Part[] = [
  coldStart,
  warmPath,
  callCost,
  service,
  indexBench,
  indexSpeedBench,
  auditBench,
  agents,
  faults,
];

const file = new URL('../docs/benchmarks.md', import.meta.url);
const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

/** What people wrote around the figures stays as it is. */
async function writeFigures(figures: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before, after] = [text.split(begin)[0], text.split(end)[1]];
  if (before === undefined || after === undefined)
    throw new Error(`docs/benchmarks.md must hold "${begin}" and "${end}".`);
  await writeFile(file, `${before}${begin}\n${figures}\n${end}${after}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`,
  );
const isWhole = positionals.length === 0;
const figures = [
  `Measured on ${new Date().toISOString().slice(0, 10)}: ${machineWords()}. Others waiting for a core when it began (load): ${loadavg()[0]?.toFixed(1)}.`,
];
const isWanted = ({ name, isSlow = false }: Part) =>
  isWhole ? values.long || !isSlow : positionals.includes(name);
for (const part of parts.filter(isWanted)) {
  const start = performance.now();
  for (const table of await part.measure(values.long)) {
    console.log(`\n${table.title}`);
    if ('rows' in table) console.table(table.rows);
    else console.log(table.markdown);
    figures.push(markdownOf(table));
  }
  console.log(`${part.name}: ${Math.round((performance.now() - start) / 1_000)} s`);
}
if (isWhole) await writeFigures(figures.join('\n\n'));
