import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { renderCapacity } from './capacity/page.ts';
import { coldStart } from './cold-start/measure.ts';
import { renderPage } from './harness/page.ts';
import { type Part, type PartName, partNames } from './harness/report.ts';
import { runPart, storedResults, storeResult } from './harness/results.ts';
import { agents } from './parts/agents.ts';
import { audit } from './parts/audit.ts';
import { callCost } from './parts/call-cost.ts';
import { faults } from './parts/faults.ts';
import { indexCost } from './parts/index-cost.ts';
import { indexSpeed } from './parts/index-speed.ts';
import { openGraph } from './parts/open-graph.ts';
import { pages } from './parts/pages.ts';
import { searchConsole } from './parts/search-console.ts';
import { service } from './parts/service.ts';
import { stage } from './parts/stage.ts';
import { warmPath } from './parts/warm-path.ts';

/**
 * `npm run bench` measures all parts but the slow ones, `npm run bench --
 * warm-path service` only these, and `--long` takes more rounds and the slow
 * parts as well. Each part's result is kept in `bench/results` until the part
 * runs again, and `docs/benchmarks.md` and the tables of `docs/capacity.md` are rendered from all that are kept:
 * `--render` does so alone.
 */
const parts: Readonly<Record<PartName, Part>> = {
  'cold-start': coldStart,
  'warm-path': warmPath,
  'call-cost': callCost,
  stage,
  service,
  index: indexCost,
  'index-speed': indexSpeed,
  audit,
  agents,
  faults,
  pages,
  'search-console': searchConsole,
  'open-graph': openGraph,
};

const page = new URL('../docs/benchmarks.md', import.meta.url);
const capacityPage = new URL('../docs/capacity.md', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, render: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !partNames.some((part) => part === name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}; there are ${partNames.join(', ')}.`);
const isWanted = (name: PartName) =>
  positionals.length === 0 ? values.long || !parts[name].isSlow : positionals.includes(name);
if (values.render) await writePage();
else for (const name of partNames.filter(isWanted)) await measure(name);

async function measure(name: PartName): Promise<void> {
  const start = performance.now();
  const result = await runPart(name, parts[name], values.long);
  for (const { title, rows } of result.tables) {
    console.log(`\n${title}`);
    console.table(rows);
  }
  console.log(`${name}: ${Math.round((performance.now() - start) / 1_000)} s`);
  await storeResult(result);
  await writePage();
}

async function writePage(): Promise<void> {
  const results = await storedResults();
  await writeFile(page, renderPage(await readFile(page, 'utf8'), results));
  await writeFile(capacityPage, renderCapacity(await readFile(capacityPage, 'utf8'), results));
}
