import { normalizeDomain } from '#shared/contract/fields.ts';
import { type ColumnNames, parseColumnNames } from '#shared/facts/imports/column-names.ts';
import { type MarketText, resolveMarket } from '#shared/facts/markets/markets.ts';

/** Flags of `parseArgs` that say how files are read, of every command that imports. */
export const importFlags = {
  column: { type: 'string', multiple: true },
  domain: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  language: { type: 'string' },
  location: { type: 'string' },
} as const;

interface GivenFlags {
  readonly column?: readonly string[] | undefined;
  readonly domain?: string | undefined;
  readonly language?: string | undefined;
  readonly location?: string | undefined;
}

/** What the flags say. Throws where a market, a site or a column is none, before any file is read. */
export function readImportFlags({ column = [], domain, language, location }: GivenFlags): {
  readonly market: MarketText;
  readonly domain: string | undefined;
  readonly columns: ColumnNames;
} {
  const market = { location, language };
  resolveMarket(market);
  return { market, domain: siteOf(domain), columns: parseColumnNames(column) };
}

function siteOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const normalized = normalizeDomain(text);
  if (!normalized.ok) throw new Error(`--domain: ${normalized.message}`);
  return normalized.domain;
}
