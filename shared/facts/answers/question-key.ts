import { createHash } from 'node:crypto';
import { resolveMarket } from '#shared/facts/markets/markets.ts';

/**
 * One key for all spellings of a question: members in any order, and the
 * market by name or code. SHA-256, base64url.
 */
export function questionKey(tool: string, args: Readonly<Record<string, unknown>>): string {
  const canonical = JSON.stringify([tool, canonicalValue({ ...args, ...canonicalMarket(args) })]);
  return createHash('sha256').update(canonical).digest('base64url');
}

function canonicalMarket({ location, language }: Readonly<Record<string, unknown>>) {
  if (typeof location !== 'string' || typeof language !== 'string') return {};
  const market = resolveMarket({ location, language });
  return { location: market.location.name, language: market.language.code };
}

function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonicalValue(member)]);
}
