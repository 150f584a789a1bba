import { stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import type { DataFolder } from '#local/data/data-folder.ts';
import { domainName } from '#shared/contract/fields.ts';
import {
  parseRelease,
  releaseFile,
  releaseList,
  releaseStatistics,
} from '#shared/facts/web-graph/loaded-releases.ts';
import type { OpenList } from '#shared/facts/web-graph/open-lists.ts';
import type { ListOrder } from './load-list.ts';
import type { GraphOrder } from './load-sites.ts';
import { keep } from './made-list.ts';
import { isAddress } from './open-input.ts';

const graphTerms =
  'Common Crawl web graph: the Common Crawl Terms of Use, https://commoncrawl.org/terms-of-use. Answers name the source.';
/** Under which terms each kind of list may be used; docs/open-data.md tells more. */
const terms = {
  ranks: graphTerms,
  links: graphTerms,
  graph: graphTerms,
  crux: 'Chrome UX Report: Google, CC BY 4.0. Anybody who passes answers on names the source.',
  majestic:
    'Majestic Million: Majestic, a Creative Commons license with attribution; read it at https://majestic.com/reports/majestic-million.',
} as const satisfies Record<OpenList['kind'], string>;

const file = 'open-data-terms.json';
const accepted = v.record(v.string(), v.string());

/**
 * Has the operator accept the terms of each kind of list once for a data
 * folder: by the flag, or on a terminal by an answer. Throws where neither is given.
 */
export async function acceptTerms(
  folder: DataFolder,
  kinds: readonly OpenList['kind'][],
  isAccepted: boolean,
): Promise<void> {
  const known = (await folder.read(file, accepted)) ?? {};
  const open = [...new Set(kinds)].filter((kind) => known[kind] === undefined);
  if (open.length === 0) return;
  const text = [...new Set(open.map((kind) => `  ${terms[kind]}\n`))].join('');
  process.stderr.write(`Terms of what is loaded:\n${text}`);
  if (!isAccepted && !(await isAnsweredYes()))
    throw new Error('Nothing was loaded: accept these terms with --accept-terms. They are asked for once.');
  const now = new Date().toISOString();
  await keep(join(folder.path, file), { ...known, ...Object.fromEntries(open.map((kind) => [kind, now])) });
}

async function isAnsweredYes(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Do you accept them? [y/N] ');
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
}

/** Measured on a planted graph of ten million edges. */
const edgesOfByte = 0.29;
const bytesOfWhole = 13.3 * 2 ** 30;
const filesBesides = 3.1 * 2 ** 30;
const vertexBytes = 8;
/** Million edges a second, of one processor. */
const speed = { sites: 2, graph: 0.8 } as const;
/** Disk of a byte of packed edges, while it works; memory of a domain. */
const diskOfByte = 4.3;
const memoryOfDomain = 28;

/** What is going to be read, for how long, and what it takes of disk and memory; refuses where the disk has no room. */
export async function forecastOfLinks(
  order: GraphOrder,
  isOfSites: boolean,
  folder: string,
): Promise<string> {
  const edges = await sizeOf(order.edges, bytesOfWhole);
  const others = (await sizeOf(order.vertices, 0.9 * 2 ** 30)) + (await sizeOf(order.ranks, 2.2 * 2 ** 30));
  const downloads = [order.edges, order.vertices, order.ranks].some(isAddress) ? edges + filesBesides : 0;
  const seconds = (edges * edgesOfByte) / 1e6 / (isOfSites ? speed.sites : speed.graph);
  const disk = downloads + (isOfSites ? 0 : edges * diskOfByte);
  const domains = (await sizeOf(order.vertices, 0.9 * 2 ** 30)) / vertexBytes;
  const memory = isOfSites ? 200e6 + domains : 250e6 + domains * memoryOfDomain;
  const { bavail, bsize } = await statfs(folder);
  if (disk > bavail * bsize)
    throw new Error(
      `This takes up to ${gigabytes(disk)} in ${folder}, which has ${gigabytes(bavail * bsize)} left. Nothing was begun.`,
    );
  return `${order.id}: reads ${gigabytes(edges + others)} in about ${minutes(seconds)}, with up to ${gigabytes(disk)} of disk in ${folder} and ${gigabytes(memory)} of memory.`;
}

/** Of a file here; of one elsewhere as much as those of a whole release have. */
async function sizeOf(source: string, otherwise: number): Promise<number> {
  return isAddress(source) ? otherwise : (await stat(source)).size;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 0)} GB`;
const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} minutes`;

interface OrderFlags {
  readonly vertices?: string | undefined;
  readonly edges?: string | undefined;
  readonly release?: string | undefined;
  readonly ranks?: string | undefined;
  readonly crux?: string | undefined;
  readonly country?: string | undefined;
  readonly month?: string | undefined;
  readonly majestic?: string | undefined;
  readonly top?: string | undefined;
}

const usualTop = 1_000_000;

/** What the flags ask to load: the ranks, unless only other lists are named. */
export async function ordersOf(flags: OrderFlags): Promise<readonly ListOrder[]> {
  const { ranks, release, crux, majestic } = flags;
  const wantsRanks =
    ranks !== undefined || release !== undefined || (crux === undefined && majestic === undefined);
  return [
    ...(wantsRanks ? [await ranksOrder(flags)] : []),
    ...(crux === undefined ? [] : [cruxOrder(crux, flags)]),
    ...(majestic === undefined ? [] : [majesticOrder(majestic)]),
  ];
}

/** The three files of a release. */
export async function linksOrder(flags: OrderFlags): Promise<GraphOrder> {
  const { release, edges } = flags;
  const id = release ?? (edges === undefined ? await newestRelease() : releaseInName(edges));
  if (!id || !parseRelease(id))
    throw new Error('Say which release it is: --release cc-main-2026-apr-may-jun.');
  const file = (name: 'ranks' | 'vertices' | 'edges') => flags[name] ?? releaseFile(id, name);
  return { id, vertices: file('vertices'), edges: file('edges'), ranks: file('ranks') };
}

export function namedSites(sites: readonly string[]): readonly string[] {
  return [...new Set(sites.map((site) => v.parse(domainName, site)))];
}

async function ranksOrder({ release, ranks, top }: OrderFlags): Promise<ListOrder> {
  const id = release ?? (ranks === undefined ? await newestRelease() : releaseInName(ranks));
  if (!id || !parseRelease(id))
    throw new Error(
      `Say which release it is: --release cc-main-2026-apr-may-jun. ${id ? `${id} names none.` : 'The name of the file does not tell.'}`,
    );
  const source = ranks ?? releaseFile(id, 'ranks');
  const of = isAddress(source) && ranks === undefined ? await domainsOf(id) : undefined;
  return { kind: 'ranks', id, source, top: topOf(top), of };
}

function topOf(text: string | undefined): number {
  if (text === undefined) return usualTop;
  const top = Number(text);
  if (Number.isInteger(top) && top > 0) return top;
  throw new Error('--top is a whole number of domains, such as 1000000.');
}

function releaseInName(path: string): string | undefined {
  return /cc-main-[a-z0-9-]+?(?=-domain-|\.|$)/u.exec(basename(path))?.[0];
}

function cruxOrder(source: string, { country, month }: OrderFlags): ListOrder {
  if (!/^(?:[a-z]{2}|global)$/u.test(country ?? ''))
    throw new Error('Say which country the list of CrUX is of: --country us, or --country global.');
  if (!/^20\d\d(?:0[1-9]|1[0-2])$/u.test(month ?? ''))
    throw new Error('Say which month the list of CrUX is of: --month 202610.');
  return { kind: 'crux', id: `${country}-${month}`, source };
}

function majesticOrder(source: string): ListOrder {
  return { kind: 'majestic', id: new Date().toISOString().slice(0, 10), source };
}

const releases = v.array(v.looseObject({ id: v.string() }));

/** The newest release that Common Crawl lists. */
async function newestRelease(): Promise<string> {
  const listed = v.safeParse(releases, JSON.parse(await textAt(releaseList)));
  const id = listed.success
    ? listed.output.map((entry) => entry.id).find((name) => parseRelease(name))
    : undefined;
  if (id === undefined) throw new Error(`${releaseList} names no release. Name one with --release.`);
  return id;
}

/** How many domains a release has; undefined where its statistics cannot be read, which are not needed. */
async function domainsOf(id: string): Promise<number | undefined> {
  const text = await textAt(releaseStatistics(id)).catch(() => '');
  const nodes = /^nodes=(\d+)$/mu.exec(text)?.[1];
  return nodes === undefined ? undefined : Number(nodes);
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch((cause: unknown) => {
    throw new Error(
      `${address} cannot be reached. Name a file that is here with --ranks, or a release with --release.`,
      { cause },
    );
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  return response.text();
}
