import { basename } from 'node:path';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { columnNames } from './column-names.ts';
import { isConsoleTable } from './console-columns.ts';
import type { ImportBundle } from './open-sources.ts';
import { decodedText, peeked } from './text-stream.ts';

/**
 * The site of a Search Console export: its table of pages begins with one, and
 * the archive is named after it (`https___shop.example_-Performance-on-Search-….zip`).
 * Undefined where neither tells.
 */
export async function siteOfExport({ name, sources }: ImportBundle): Promise<string | undefined> {
  for (const source of sources) {
    const { start } = await peeked(decodedText(await source.open()), 4096);
    const [header = '', first = ''] = start.split(/\r?\n/u, 2);
    const columns = columnNames(header.split(/[,;\t]/u).map((cell) => cell.replaceAll('"', '')));
    // Whatever the language: of its tables only the one of pages begins with an address.
    const address = /^"?(https?:\/\/[^",;\t]+)/u.exec(first)?.[1];
    if (address !== undefined && isConsoleTable(columns)) return domainOf(address);
  }
  const site = /^(?:https?___)?(.+?)_?-Performance-on-Search/iu.exec(basename(name))?.[1];
  return site === undefined ? undefined : domainOf(site.replace(/^sc-domain_/iu, ''));
}

function domainOf(text: string): string | undefined {
  const normalized = normalizeDomain(text);
  return normalized.ok ? normalized.domain : undefined;
}
