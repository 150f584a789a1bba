import { basename } from 'node:path';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { columnNames } from './csv-rows.ts';
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
    const columns = columnNames(header.split(/[,;\t]/u));
    if (!columns.includes('top pages')) continue;
    return domainOf(first.replace(/^"/u, '').split(/[",;\t]/u)[0] ?? '');
  }
  const site = /^(?:https?___)?(.+?)_?-Performance-on-Search/iu.exec(basename(name))?.[1];
  return site === undefined ? undefined : domainOf(site.replace(/^sc-domain_/iu, ''));
}

function domainOf(text: string): string | undefined {
  const normalized = normalizeDomain(text);
  return normalized.ok ? normalized.domain : undefined;
}
