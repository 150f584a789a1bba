import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type DataFolder, openDataFolder } from '#local/data/data-folder.ts';
import { type ListOrder, type LoadReport, loadList, undoLists } from '#local/open-data/load-list.ts';
import { loadSites } from '#local/open-data/load-sites.ts';
import { type OpenDataPlace, openLocalPlace } from '#local/open-data/open-place.ts';
import { ordersOf, sitesOrder } from '#local/open-data/orders.ts';
import { acceptTerms } from '#local/open-data/terms.ts';
import { createProgressLine } from '#local/progress-line.ts';
import { printJson, runCommand } from '#local/run-command.ts';
import { readDirectory } from '#shared/facts/web-graph/open-lists.ts';

const usage = `npm run open-data -- ranks [--release cc-main-2026-apr-may-jun] [--ranks FILE|URL] [--top N]
                          [--crux FILE|URL --country us --month 202610] [--majestic FILE|URL]
                          [--accept-terms] [--json]
npm run open-data -- sites DOMAIN… [--release cc-main-2026-apr-may-jun]
                          [--vertices FILE|URL] [--edges FILE|URL] [--ranks FILE|URL]
                          [--accept-terms] [--json]
npm run open-data -- --list
npm run open-data -- --undo RELEASE

Loads open data about real domains into the database of this machine (DATA_DIR),
whether or not the server runs: the ranks of Common Crawl's graph of links
between domains (the best million, unless --top says how many), and beside it
the lists of CrUX and Majestic. Each input is a file or an address, plain or
gzip; without --ranks the newest release is read from Common Crawl, some 40 MB.
With --crux or --majestic alone, only these are loaded.

sites goes once over all links of a release (16 GB to read) and keeps who links to
the sites that are named, the 10,000 most central domains of each.

A run that is killed changes nothing of what is answered, and the same command
goes on where it ended. The operator accepts the terms of each source once
(--accept-terms). --json prints a report for each list. docs/open-data.md tells more.
`;

const flags = {
  release: { type: 'string' },
  ranks: { type: 'string' },
  crux: { type: 'string' },
  country: { type: 'string' },
  month: { type: 'string' },
  majestic: { type: 'string' },
  vertices: { type: 'string' },
  edges: { type: 'string' },
  top: { type: 'string' },
  'accept-terms': { type: 'boolean' },
  json: { type: 'boolean' },
  list: { type: 'boolean' },
  undo: { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags });
  const isOfLoaded = values.list === true || values.undo !== undefined;
  const [tier, ...sites] = positionals;
  const isTier = tier === 'sites' ? sites.length > 0 : tier === 'ranks' && sites.length === 0;
  const isUnderstood = isOfLoaded ? tier === undefined : isTier;
  if (values.help || !isUnderstood) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  await (tier === 'sites' ? keepSites(values, sites) : run(values));
}

async function run(values: Flags): Promise<void> {
  const folder = await openDataFolder(process.env.DATA_DIR || '.data');
  const isOfLoaded = values.list === true || values.undo !== undefined;
  const orders = isOfLoaded ? [] : await agreedOrders(folder, values);
  const place = await openLocalPlace(folder);
  try {
    if (values.undo !== undefined) await undo(place, values.undo);
    else if (values.list) printJson({ lists: (await readDirectory(place.home, true)).lists });
    else await load(place, join(folder.path, 'open-data'), orders, values.json ?? false);
  } finally {
    await place.close();
  }
}

async function keepSites(values: Flags, sites: readonly string[]): Promise<void> {
  const folder = await openDataFolder(process.env.DATA_DIR || '.data');
  const order = await sitesOrder(values, sites);
  await acceptTerms(folder, ['links'], values['accept-terms'] ?? false);
  process.stderr.write(
    `${order.edges}: reads every link of the release; a whole one has 16 GB in three files, which lie in ${folder.path} until the end where they are downloaded.\n`,
  );
  const place = await openLocalPlace(folder);
  const progress = createProgressLine(process.stderr);
  try {
    const report = await loadSites(place, join(folder.path, 'open-data'), order, (name, phase, rows, share) =>
      progress.show({ source: { name }, phase, rows, share }),
    );
    if (values.json) printJson(report);
    else process.stderr.write(`Links of ${report.kept} sites in ${report.seconds} s.\n`);
  } finally {
    progress.end();
    await place.close();
  }
}

/** What is to be loaded, once its terms are accepted. */
async function agreedOrders(folder: DataFolder, values: Flags): Promise<readonly ListOrder[]> {
  const orders = await ordersOf(values);
  const kinds = orders.map(({ kind }) => kind);
  await acceptTerms(folder, kinds, values['accept-terms'] ?? false);
  for (const order of orders) process.stderr.write(`${forecast(order)}\n`);
  return orders;
}

/** What a list takes, as measured: docs/open-data.md. */
function forecast({ kind, source, top = 1_000_000 }: ListOrder): string {
  const megabytes = Math.ceil(((kind === 'ranks' ? top : 1_000_000) / 1_000_000) * 40);
  return `${source}: reads up to ${megabytes} MB a million domains, keeps as much, takes about a minute for each million.`;
}

async function undo(place: OpenDataPlace, id: string): Promise<void> {
  if (!(await undoLists(place, id)))
    throw new Error(`Nothing is loaded under the name ${id}. --list shows what is.`);
  process.stderr.write(`${id} is no longer answered from.\n`);
}

async function load(
  place: OpenDataPlace,
  folder: string,
  orders: readonly ListOrder[],
  asJson: boolean,
): Promise<void> {
  const reports: LoadReport[] = [];
  for (const order of orders) {
    const progress = createProgressLine(process.stderr);
    const report = await loadList(place, folder, order, (name, phase, rows, share) =>
      progress.show({ source: { name }, phase, rows, unit: 'domains', share }),
    ).finally(progress.end);
    reports.push(report);
    process.stderr.write(`${order.kind} ${report.release}: ${report.kept} domains in ${report.seconds} s.\n`);
  }
  const [first, ...beside] = reports;
  if (asJson) printJson(beside.length === 0 ? first : { ...first, beside });
}

runCommand(main);
