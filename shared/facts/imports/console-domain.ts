import { basename } from 'node:path';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { searchTypeOf } from './console-columns.ts';

/**
 * The site after which an archive of Search Console is named
 * (`https___shop.example_-Performance-on-Search-….zip`); undefined where the
 * name is another.
 */
export function siteOfArchive(name: string): string | undefined {
  const site =
    /^(?:https?___)?(.+?)_?-(?:Performance-on-(?:Search|Discover|Google-News)|Top|Latest|More)/iu.exec(
      basename(name),
    )?.[1];
  return site === undefined ? undefined : domainOf(site.replace(/^sc-domain_/iu, ''));
}

/** The kind of search after which an archive is named, where that is not web search or one of its kinds. */
export function searchTypeOfArchive(name: string): string | undefined {
  const [, report] = /-Performance-on-(Discover|Google-News)/iu.exec(basename(name)) ?? [];
  return report && searchTypeOf(report);
}

/** The property after which an archive is named; undefined where the name is another. */
export function propertyOfArchive(name: string): string | undefined {
  const site = siteOfArchive(name);
  if (site === undefined) return undefined;
  const [, scheme] = /^(https?)___/iu.exec(basename(name)) ?? [];
  if (scheme === undefined) return `sc-domain:${site}`;
  const host = /^https?___(.+?)_?-/iu.exec(basename(name))?.[1] ?? site;
  return `${scheme.toLowerCase()}://${host.toLowerCase()}/`;
}

export function domainOf(text: string): string | undefined {
  const normalized = normalizeDomain(text);
  return normalized.ok ? normalized.domain : undefined;
}
