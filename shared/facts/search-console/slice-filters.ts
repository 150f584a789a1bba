import type { PerformanceFault } from '#shared/facts/ports/site-performance.ts';
import { type SliceDimension, type SliceFilter, sliceOperators } from './slices.ts';

/** The conditions of a question, or the fault in them. */
export function askFilters(filter: string): readonly SliceFilter[] | PerformanceFault {
  try {
    return partsOf(filter, ';').map(filterOf);
  } catch (error) {
    if (error instanceof Fault) return { fault: { name: error.member, message: error.message } };
    throw error;
  }
}

/** Bundled by itself, so that no class of it is known outside: a fault leaves it as data. */
export class Fault extends Error {
  readonly member: string;
  constructor(member: string, message: string) {
    super(message);
    this.member = member;
  }
}

/** The parts of a text that a mark divides, without blanks. */
export function partsOf(text: string, mark: string): string[] {
  const parts = text.split(mark).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

const filterable = [
  'query',
  'page',
  'country',
  'device',
  'folder',
  'brand',
] as const satisfies SliceDimension[];

/** `query:contains:shoes` as a condition. */
export function filterOf(part: string): SliceFilter {
  const [, name = '', operation = '', value = ''] =
    /^(?<name>\w+):(?<operation>\w+):(?<value>.+)$/u.exec(part) ?? [];
  const dimension = filterable.find((each) => each === name);
  const operator = sliceOperators.find((each) => each === operation);
  if (dimension && operator) return { dimension, operator, value };
  throw new Fault(
    'filter',
    `"${part}" is no condition. Write query:contains:shoes; dimensions are ${filterable.join(', ')}, operators ${sliceOperators.join(', ')}.`,
  );
}
