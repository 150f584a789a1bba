/** A value as the database's JSON has it: one member, which names its kind. */
interface WireValue {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  /** Base64, as are the members of `BS`. */
  readonly B?: string;
  readonly L?: readonly WireValue[];
  readonly M?: WireAttributes;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
}

type WireAttributes = Readonly<Record<string, WireValue>>;

/** Attributes by name as the database takes them; undefined ones are left out. */
export function toWireAttributes(attributes: object): WireAttributes {
  const wire: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) wire[name] = toWireValue(value);
  return wire;
}

/** Throws a `TypeError` for what the database cannot hold, such as a date or a number beyond the safe integers. */
function toWireValue(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: numberText(value) };
    case 'bigint':
      return { N: value.toString() };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return value === null ? { NULL: true } : objectToWire(value);
    default:
      throw new TypeError(`The database holds no value of type ${typeof value}.`);
  }
}

function objectToWire(value: object): WireValue {
  if (Array.isArray(value)) return { L: value.filter((member) => member !== undefined).map(toWireValue) };
  if (value instanceof Uint8Array) return { B: base64(value) };
  if (value instanceof Set) return setToWire([...value]);
  // By name, since an object may come from another realm.
  const kind = value.constructor?.name ?? 'Object';
  if (kind !== 'Object') throw new TypeError(`The database holds no ${kind}.`);
  return { M: toWireAttributes(value) };
}

/** Sets hold members of one kind, and are never empty. */
function setToWire(members: readonly unknown[]): WireValue {
  const texts = members.filter((member) => typeof member === 'string');
  const numbers = members.filter((member) => typeof member === 'number');
  const binaries = members.filter((member) => member instanceof Uint8Array);
  const longest = Math.max(texts.length, numbers.length, binaries.length);
  if (longest === 0 || longest < members.length)
    throw new TypeError(
      'The database holds sets of strings, of numbers or of bytes, and none that is empty.',
    );
  if (texts.length > 0) return { SS: texts };
  if (numbers.length > 0) return { NS: numbers.map(numberText) };
  return { BS: binaries.map(base64) };
}

function numberText(value: number): string {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value.toString();
  throw new TypeError(`The number ${value} cannot be kept exactly.`);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Attributes by name as the code works with them. */
export function fromWireAttributes(wire: object): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wire)) attributes[name] = fromWireValue(value);
  return attributes;
}

function fromWireValue(value: WireValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return numberOf(value.N);
  if (value.M !== undefined) return fromWireAttributes(value.M);
  if (value.L !== undefined) return value.L.map(fromWireValue);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.B !== undefined) return bytesOf(value.B);
  return setOf(value);
}

function setOf({ SS, NS, BS, ...other }: WireValue): Set<unknown> {
  if (SS) return new Set(SS);
  if (NS) return new Set(NS.map(numberOf));
  if (BS) return new Set(BS.map(bytesOf));
  throw new TypeError(`The database answered a value of an unknown kind: ${Object.keys(other).join(', ')}.`);
}

/** Beyond the safe integers as a bigint, so that no digit is lost. */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : BigInt(text);
}

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}
