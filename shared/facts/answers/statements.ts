import { type Provenance, type Statement, type Subject, sourceClasses } from '#shared/contract/envelope.ts';
import type { StatementType, StatementValues } from '#shared/contract/statements.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import type { Observation } from './tool-answer.ts';

export const domainSubject = (domain: string): Subject => ({ id: domain, kind: 'domain' });
export const keywordSubject = (keyword: string): Subject => ({ id: keyword, kind: 'keyword' });
export const pageSubject = (url: string): Subject => ({ id: url, kind: 'page' });

/**
 * One statement, such as "this domain ranks for that keyword", with its origin.
 * With a market it names the place and language it holds in, so that it can be
 * quoted by itself; without one it holds everywhere, such as a link between
 * two sites.
 */
export function statement<Type extends StatementType>(
  type: Type,
  subjects: readonly Subject[],
  values: StatementValues<Type>,
  provenance: Provenance,
  market?: Market | AnyMarket,
): Statement {
  return {
    type,
    subject: [...subjects],
    ...values,
    ...(market && placeOf(market)),
    provenance,
  };
}

/** A place by name where figures are of one, or of all, in no particular language: `all countries`. */
export interface AnyMarket {
  readonly place: string;
}

function placeOf(market: Market | AnyMarket) {
  return 'place' in market
    ? { location: market.place }
    : { location: market.location.name, language: market.language.name };
}

/** What an AI overview says is seen, but far less certain than a result's place. */
export function fromAiAnswer({ confidence_basis: _, ...provenance }: Provenance): Provenance {
  return { ...provenance, source_class: 'ai_answer', ...sourceClasses.ai_answer };
}

/** One observation of a subject for each value, by field. */
export function observe(
  type: string,
  subject: Subject,
  values: Readonly<Record<string, Observation['value']>>,
): Observation[] {
  return Object.entries(values).map(([field, value]) => ({ type, subject, field, value }));
}
