import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { createEdgeScan } from '#shared/facts/web-graph/graph-bytes.ts';
import { reversedName } from '#shared/facts/web-graph/graph-entries.ts';
import {
  createSkippedRows,
  domainOf,
  endOfRankHeader,
  NotAGraphFile,
  type RankRow,
  rankRow,
  readRows,
  verticesParser,
  wholeLines,
} from '#shared/facts/web-graph/graph-lines.ts';
import { siteItems } from '#shared/facts/web-graph/graph-release.ts';
import { hashOf } from '#shared/facts/web-graph/open-lists.ts';
import { createLineScan } from './graph/spool.ts';
import { type LoadReport, loadMade, type NewList, type ShowProgress, skippedOf } from './made-list.ts';
import { type OpenedInput, openInput } from './open-input.ts';
import { createListFile, type OpenDataPlace } from './open-place.ts';

export interface GraphOrder {
  readonly id: string;
  readonly vertices: string;
  readonly edges: string;
  readonly ranks: string;
}

/** And the sites whose links are wanted. */
interface SitesOrder extends GraphOrder {
  readonly sites: readonly string[];
}

interface CollectedSite {
  readonly domain: string;
  readonly id: number;
  readonly sources: number[];
  linked: number;
}

/** Domains that link to any of the sites, by name; a map holds no more than some sixteen million. */
const mostSources = 8_000_000;

const lineFeed = 10;

type Skipped = ReturnType<typeof createSkippedRows>;

export function loadSites(place: OpenDataPlace, order: SitesOrder, show: ShowProgress): Promise<LoadReport> {
  const { id, sites, vertices, edges, ranks } = order;
  return loadMade(
    place,
    {
      name: ['links', id, ...sites],
      sources: [vertices, edges, ranks],
      folder: 'list',
      make: (folder, downloads) => makeSites(folder, downloads, order, show),
    },
    show,
  );
}

/**
 * Finds the ids of the sites among the vertices, goes once over the edges, then
 * finds the names of those that link, and their places.
 */
async function makeSites(
  folder: string,
  downloads: string,
  order: SitesOrder,
  show: ShowProgress,
): Promise<NewList> {
  const skipped = createSkippedRows();
  const inputs: OpenedInput[] = [];
  const open = (source: string) => {
    const input = openInput(source, downloads);
    inputs.push(input);
    return input;
  };
  const { sites, vertices } = await findSites(order, open(order.vertices), skipped);
  const edges = await collectLinks(order, sites, { input: open(order.edges), vertices, show });
  const names = await nameSources(sites, vertices, open(order.vertices));
  const places = await placeNames(names, open(order.ranks));
  const path = join(folder, 'items.sqlite');
  await rm(path, { force: true });
  const file = createListFile(path);
  for (const site of sites) for (const item of itemsOf(order.id, site, places)) file.put(item);
  const { bytes } = file.written();
  file.close();
  const list = {
    ...{ kind: 'links' as const, id: order.id, blocks: 1, domains: sites.length, of: vertices },
    sites: sites.map(({ domain }) => domain),
    loaded_at: new Date().toISOString(),
  };
  const counts = { release: order.id, domains: vertices, edges, kept: sites.length };
  const read = inputs.reduce((sum, input) => sum + input.bytesRead(), 0);
  const report = { ...counts, skipped: skippedOf(skipped), bytes_read: read, disk_bytes: bytes };
  return { file: path, list, report };
}

async function findSites(
  { sites: wanted, vertices: source }: SitesOrder,
  input: OpenedInput,
  skipped: Skipped,
): Promise<{ readonly sites: readonly CollectedSite[]; readonly vertices: number }> {
  const left = new Set(wanted);
  const sites: CollectedSite[] = [];
  let vertices = 0;
  for await (const rows of readRows(
    wholeLines(input.chunks, { endsWithLine: true }),
    verticesParser(skipped),
  ))
    for (const { id, domain } of rows) {
      vertices = id + 1;
      if (left.delete(domain)) sites.push({ domain, id, sources: [], linked: 0 });
    }
  if (vertices === 0) throw new NotAGraphFile(`${source} has no domain.`);
  if (sites.length === 0)
    throw new Error(
      `None of ${wanted.join(', ')} is in the release. Name registrable domains, such as example.com.`,
    );
  for (const domain of left) skipped.add('not in the release', domain);
  return { sites, vertices };
}

interface Pass {
  readonly input: OpenedInput;
  readonly vertices: number;
  readonly show: ShowProgress;
}

async function collectLinks(
  { edges: source }: SitesOrder,
  sites: readonly CollectedSite[],
  { input, vertices, show }: Pass,
): Promise<number> {
  const isWanted = new Uint8Array(vertices);
  for (const { id } of sites) isWanted[id] = 1;
  const byId = new Map(sites.map((site) => [site.id, site]));
  let collected = 0;
  const collect = (from: number, to: number) => {
    byId.get(to)?.sources.push(from);
    if (isWanted[to] === 1) collected += 1;
    const source = byId.get(from);
    if (source) source.linked += 1;
  };
  const scan = createEdgeScan(vertices, (from, to) => {
    if (isWanted[to] === 1 || isWanted[from] === 1) collect(from, to);
  });
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true })) {
    scan.scan(chunk);
    const size = input.size();
    show(source, 'reading', scan.edges, size && input.bytesRead() / size);
    if (collected > mostSources)
      throw new Error('More than eight million links lead to these sites. Name fewer, or smaller ones.');
  }
  return scan.edges;
}

/** Ids of those that link, and of the sites themselves, by their names. */
async function nameSources(
  sites: readonly CollectedSite[],
  vertices: number,
  input: OpenedInput,
): Promise<ReadonlyMap<string, number>> {
  const isWanted = new Uint8Array(vertices);
  for (const { id, sources } of sites) for (const source of [[id], sources].flat()) isWanted[source] = 1;
  const names = new Map<string, number>();
  const take = (id: number, line: string) => {
    const domain = domainOf(line.split('\t')[1] ?? '');
    if (domain !== undefined) names.set(domain, id);
  };
  // The ids are the numbers of the lines: that was checked when the sites were found.
  let id = 0;
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true }))
    for (let at = 0; at < chunk.length; id += 1) {
      const end = chunk.indexOf(lineFeed, at);
      if (isWanted[id] === 1) take(id, chunk.toString('latin1', at, end));
      at = end + 1;
    }
  return names;
}

/** Bits that tell most names of the ranks from those that are looked for. */
const filterBits = 27;

/** The ranks of these names, by id; other rows are looked at by their shape alone. */
async function placeNames(
  names: ReadonlyMap<string, number>,
  input: OpenedInput,
): Promise<ReadonlyMap<number, RankRow>> {
  const mayBe = new Uint8Array(2 ** (filterBits - 3));
  const bitOf = (hash: number) => hash >>> (32 - filterBits);
  for (const name of names.keys()) {
    const bit = bitOf(hashOf(reversedName(name)));
    mayBe[bit >>> 3] = (mayBe[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  const scan = createLineScan('A rank is six cells with tabs');
  const places = new Map<number, RankRow>();
  let position = 0;
  const take = (chunk: Buffer, line: number): number => {
    if (scan.number(chunk, line) !== position)
      throw new NotAGraphFile(`Position ${scan.cell(chunk, line)} stands where ${position} is expected.`);
    for (let cell = 1; cell < 4; cell += 1) scan.skip(chunk, scan.tab(chunk));
    scan.name(chunk, scan.tab(chunk));
    const bit = bitOf(scan.hash);
    scan.number(chunk, scan.tab(chunk));
    if (((mayBe[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0) {
      const text = chunk.toString('latin1', line, scan.at);
      const row = rankRow(text.split('\t'), position, text);
      const id = names.get(row.domain);
      if (id !== undefined) places.set(id, row);
    }
    return scan.line(chunk);
  };
  for await (const chunk of wholeLines(input.chunks, { endsWithLine: true })) {
    let at = position === 0 ? endOfRankHeader(chunk) : 0;
    for (position = Math.max(1, position); at < chunk.length; position += 1) at = take(chunk, at);
  }
  return places;
}

function itemsOf(release: string, site: CollectedSite, places: ReadonlyMap<number, RankRow>): Iterable<Item> {
  const { domain, id, sources, linked } = site;
  const place = places.get(id);
  if (!place)
    throw new NotAGraphFile(`The ranks do not have ${domain}. They must be whole, and of the same release.`);
  const referrers = sources
    .map((source) => places.get(source))
    .filter((row) => row !== undefined)
    .toSorted((a, b) => a.position - b.position);
  const counts = { referringDomains: sources.length, linkedDomains: linked };
  return siteItems(release, { ...place, ...counts }, referrers);
}
