/** A short name for every distinct value; equal values have equal names. */
export interface Names {
  of(value: object): number;
  /** Of the items of a table, in whatever order they were written: nobody reads a table but by its keys. */
  ofAll(items: Readonly<Record<string, object>>): number;
}

/** Names by content, remembered by identity: most values of a model are shared between its states. */
export function createNames(): Names {
  const byIdentity = new WeakMap<object, number>();
  const byContent = new Map<string, number>();
  const named = (value: object, contentOf: () => string) => {
    const known = byIdentity.get(value);
    if (known !== undefined) return known;
    const content = contentOf();
    const name = byContent.get(content) ?? byContent.size;
    byContent.set(content, name);
    byIdentity.set(value, name);
    return name;
  };
  const of = (value: object) => named(value, () => JSON.stringify(value));
  return {
    of,
    ofAll: (items) =>
      named(items, () => {
        const names = Object.values(items).map(of);
        return names.toSorted((one, other) => one - other).join(' ');
      }),
  };
}
