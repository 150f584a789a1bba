import type { Entity, Provenance, Statement, Subject } from '#shared/contract/envelope.ts';
import type { Market } from '../markets/market.ts';

export const domainSubject = (domain: string): Subject => ({ id: domain, kind: 'domain' });
export const keywordSubject = (keyword: string): Subject => ({ id: keyword, kind: 'keyword' });
export const pageSubject = (url: string): Subject => ({ id: url, kind: 'page' });

type InlineValues = Readonly<Record<string, unknown>>;

/** Makes a statement; reads as a sentence: type, about whom, with which values, from where. */
export type Say = (
  type: string,
  subject: readonly Subject[],
  values: InlineValues,
  provenance: Provenance,
) => Statement;

/** A statement that holds everywhere, such as a link between two sites. */
export const sayAnywhere: Say = (type, subject, values, provenance) => ({
  type,
  subject: [...subject],
  ...values,
  provenance,
});

/** Statements that hold in one market and say so, so that each can be quoted by itself. */
export function statementsIn({ location, language }: Market): Say {
  const where = { location: location.name, language: language.name };
  return (type, subject, values, provenance) =>
    sayAnywhere(type, subject, { ...values, ...where }, provenance);
}

/** Every subject of the statements, once, in the order of first mention. */
export function entitiesOf(statements: readonly Statement[]): Entity[] {
  const entities = new Map<string, Entity>();
  for (const { id, kind } of statements.flatMap(({ subject }) => subject))
    if (!entities.has(`${kind} ${id}`)) entities.set(`${kind} ${id}`, { id, kind, label: id });
  return [...entities.values()];
}
