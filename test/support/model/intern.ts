/** A short name for every distinct value; equal values have equal names. */
export interface Names {
  of(value: object): number;
}

/** Names by content, remembered by identity: most values of a model are shared between its states. */
export function createNames(): Names {
  const byIdentity = new WeakMap<object, number>();
  const byContent = new Map<string, number>();
  return {
    of(value) {
      const known = byIdentity.get(value);
      if (known !== undefined) return known;
      const content = JSON.stringify(value);
      const name = byContent.get(content) ?? byContent.size;
      byContent.set(content, name);
      byIdentity.set(value, name);
      return name;
    },
  };
}
