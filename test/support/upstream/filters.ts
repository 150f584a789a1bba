/** `filters` and `order_by` of list endpoints, as far as a client may use them. */

type Item = Record<string, unknown>;

export function filtered(items: readonly Item[], filters: unknown): Item[] {
  return filters === undefined ? [...items] : items.filter((item) => passes(item, filters));
}

export function ordered(items: readonly Item[], orderBy: unknown): Item[] {
  if (!Array.isArray(orderBy)) return [...items];
  const [path, direction] = String(orderBy[0]).split(',');
  const sign = direction === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => sign * (numeric(at(a, path ?? '')) - numeric(at(b, path ?? ''))));
}

/** Whether a filter is one that the provider would accept; a wrong one is its error 40501. */
export function isFilter(filter: unknown): boolean {
  if (!Array.isArray(filter)) return false;
  if (typeof filter[0] === 'string' && filter[0] !== 'and') return filter.length === 3;
  return filter.every((part) => part === 'and' || part === 'or' || isFilter(part));
}

function passes(item: Item, filter: unknown): boolean {
  if (!Array.isArray(filter)) return true;
  if (typeof filter[0] === 'string') return holds(item, filter);
  return filter.filter((part) => part !== 'and').every((part) => passes(item, part));
}

function holds(item: Item, [path, operator, operand]: readonly unknown[]): boolean {
  const value = at(item, String(path));
  const other =
    typeof operand === 'string' && operand.startsWith('$item->') ? at(item, operand.slice(7)) : operand;
  switch (operator) {
    case '>=':
      return value !== null && numeric(value) >= numeric(other);
    case '<=':
      return value !== null && numeric(value) <= numeric(other);
    case '<':
      return value !== null && other !== null && numeric(value) < numeric(other);
    case '=':
      return value === other;
    case 'in':
      return Array.isArray(other) && other.includes(value);
    default:
      throw new Error(`The test server does not know the operator ${String(operator)}.`);
  }
}

function at(item: Item, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name] ?? null, item);
}

function numeric(value: unknown): number {
  return typeof value === 'number' ? value : -1;
}
