import { basename } from 'node:path';
import * as v from 'valibot';
import { domainName } from '#shared/contract/fields.ts';
import {
  parseRelease,
  releaseFile,
  releaseList,
  releaseStatistics,
} from '#shared/facts/web-graph/loaded-releases.ts';
import type { ListOrder } from './load-list.ts';
import type { GraphOrder } from './load-sites.ts';
import { isAddress } from './open-input.ts';

export interface OrderFlags {
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
