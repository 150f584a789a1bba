import { parseArgs } from 'node:util';
import { type DataFolder, openDataFolder } from '#local/data/data-folder.ts';
import { loadGraph } from '#local/open-data/graph/load-graph.ts';
import { type ListOrder, loadList } from '#local/open-data/load-list.ts';
import { loadSites } from '#local/open-data/load-sites.ts';
import type { LoadReport, ShowProgress } from '#local/open-data/made-list.ts';
import { type OpenDataPlace, openLocalPlace, switchLists } from '#local/open-data/open-place.ts';
import { acceptTerms, forecastOfLinks, linksOrder, namedSites, ordersOf } from '#local/open-data/orders.ts';
import { createProgressLine, printJson, runCommand } from '#local/terminal.ts';
import { readDirectory } from '#shared/facts/web-graph/open-lists.ts';

const usage = `npm run open-data -- ranks [--release cc-main-2026-apr-may-jun] [--ranks FILE|URL] [--top N]
                          [--crux FILE|URL --country us --month 202610] [--majestic FILE|URL]
npm run open-data -- sites DOMAIN… [--release cc-main-2026-apr-may-jun]
                          [--vertices FILE|URL] [--edges FILE|URL] [--ranks FILE|URL]
npm run open-data -- graph [--release cc-main-2026-apr-may-jun]
                          [--vertices FILE|URL] [--edges FILE|URL] [--ranks FILE|URL]
npm run open-data -- --list
npm run open-data -- --undo RELEASE
Each with [--stage STAGE] [--accept-terms] [--json].

Loads open data about real domains into the data folder of this machine
(DATA_DIR), whether or not the server runs: the ranks of Common Crawl's graph of
links between domains (the best million, unless --top says how many), and beside
it the lists of CrUX and Majestic. Each input is a file or an address, plain or
gzip; without --ranks the newest release is read from Common Crawl, some 40 MB.
With --crux or --majestic alone, only these are loaded.

sites goes once over all links of a release (16 GB to read) and keeps who links to
the sites that are named, the 10,000 most central domains of each. graph keeps
all of them, and what links together.

With --stage the same goes into a deployed stage, with the AWS credentials and region
of the shell: the items are made here, sent to the stage's bucket, imported by
DynamoDB into a table of their own, and put in force.

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
  stage: { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags });
  const isOfLoaded = values.list === true || values.undo !== undefined;
  const [tier, ...sites] = positionals;
  const isUnderstood = isOfLoaded ? tier === undefined : isTier(tier, sites);
  if (values.help || !isUnderstood) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const folder = await openDataFolder(process.env.DATA_DIR || '.data');
  if (isOfLoaded) await tellOrUndo(folder, values);
  else if (tier === 'ranks') await loadLists(folder, values);
  else await loadLinks(folder, values, sites);
}

function isTier(tier: string | undefined, sites: readonly string[]): boolean {
  return tier === 'sites' ? sites.length > 0 : (tier === 'ranks' || tier === 'graph') && sites.length === 0;
}

async function withPlace(
  folder: DataFolder,
  { stage }: Flags,
  deed: (place: OpenDataPlace) => Promise<void>,
): Promise<void> {
  const place = await (stage === undefined ? openLocalPlace(folder) : openStage(folder, stage));
  try {
    await deed(place);
  } finally {
    await place.close();
  }
}

/** With the clients of AWS, which a load on this machine has no memory for. */
async function openStage(folder: DataFolder, stage: string): Promise<OpenDataPlace> {
  const { openStagePlace } = await import('#local/open-data/stage-place.ts');
  return openStagePlace(folder, stage);
}

function tellOrUndo(folder: DataFolder, values: Flags): Promise<void> {
  const { undo } = values;
  return withPlace(folder, values, async (place) => {
    if (undo === undefined) return printJson({ lists: (await readDirectory(place.home, true)).lists });
    if (!(await switchLists(place, ({ id }) => id === undo)))
      throw new Error(`Nothing is loaded under the name ${undo}. --list shows what is.`);
    process.stderr.write(`Answers no longer use ${undo}.\n`);
  });
}

async function loadLists(folder: DataFolder, values: Flags): Promise<void> {
  const orders = await agreedOrders(folder, values);
  await withPlace(folder, values, (place) => load(place, orders, values.json ?? false));
}

async function loadLinks(folder: DataFolder, values: Flags, sites: readonly string[]): Promise<void> {
  const order = await linksOrder(values);
  const named = namedSites(sites);
  await acceptTerms(folder, ['links'], values['accept-terms'] ?? false);
  process.stderr.write(`${await forecastOfLinks(order, named.length > 0, folder.path)}\n`);
  await withPlace(folder, values, async (place) => {
    const progress = createProgressLine(process.stderr);
    const show: ShowProgress = (name, phase, rows, share) =>
      progress.show({ source: { name }, phase, rows, share });
    const loading =
      named.length > 0 ? loadSites(place, { ...order, sites: named }, show) : loadGraph(place, order, show);
    const report = await loading.finally(progress.end);
    if (values.json) printJson(report);
    else process.stderr.write(`${report.kept} domains with their links in ${report.seconds} s.\n`);
  });
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

async function load(place: OpenDataPlace, orders: readonly ListOrder[], asJson: boolean): Promise<void> {
  const reports: LoadReport[] = [];
  for (const order of orders) {
    const progress = createProgressLine(process.stderr);
    const report = await loadList(place, order, (name, phase, rows, share) =>
      progress.show({ source: { name }, phase, rows, unit: 'domains', share }),
    ).finally(progress.end);
    reports.push(report);
    process.stderr.write(`${order.kind} ${report.release}: ${report.kept} domains in ${report.seconds} s.\n`);
  }
  const [first, ...beside] = reports;
  if (asJson) printJson(beside.length === 0 ? first : { ...first, beside });
}

runCommand(main);
