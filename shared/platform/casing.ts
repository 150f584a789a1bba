type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/** A stored item by the names that the code uses: `account_id` is `accountId`. */
export type CamelCased<Stored> = { readonly [Name in keyof Stored as Camel<Name>]: Stored[Name] };

export function camelCased<Stored extends object>(stored: Stored): CamelCased<Stored>;
export function camelCased(stored: object): object {
  return Object.fromEntries(
    Object.entries(stored).map(([name, member]) => [
      name.replaceAll(/_[a-z]/gu, (letter) => letter.slice(1).toUpperCase()),
      member,
    ]),
  );
}

/** The same JSON value with its members named as everywhere on the wire: `accountId` becomes `account_id`. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(member),
    ]),
  );
}
