import { randomFillSync } from 'node:crypto';

/** Crockford's base32, lower case: sorts like the numbers it stands for. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeCharacters = 10;
const randomCharacters = 16;

/** What an id names; the first part of every id on the wire. */
export type IdPrefix =
  | 'acct'
  | 'cred'
  | 'req'
  | 'use'
  | 'conn'
  | 'sess'
  | 'signin'
  | 'entry'
  | 'imp'
  | 'upl'
  | 'ds'
  | 'aud'
  | 'crl'
  | 'order'
  | 'run'
  | 'share'
  | 'trk'
  | 'dst'
  | 'chg'
  | 'mem';

/**
 * A new id such as `use_01kbhs3x9mq6d8v0a2c4e6g8j0`: prefix, 48 bits of time in
 * milliseconds, 80 random bits (the layout of a ULID). Ids made later sort later.
 */
export function newId(prefix: IdPrefix, now: number = Date.now()): string {
  return `${prefix}_${encodeTime(now)}${randomPart()}`;
}

/** Random bytes for many ids at once, each used once: asking for them costs more than they do. */
const pool = Buffer.alloc(randomCharacters * 64);
let used = pool.length;

function randomPart(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let random = '';
  for (const end = used + randomCharacters; used < end; used += 1)
    random += alphabet.charAt((pool[used] ?? 0) % 32);
  return random;
}

/** The smallest id of a moment: a bound for range queries over time-ordered ids. */
export function idAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(time)}`;
}

/** The moment in an id, in milliseconds since 1970, or undefined where `id` is none of ours. */
export function idTime(id: string): number | undefined {
  const encoded = /^[a-z]+_([0-9a-z]{10})[0-9a-z]{16}$/u.exec(id)?.[1];
  if (!encoded) return undefined;
  let time = 0;
  for (const character of encoded) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    time = time * 32 + digit;
  }
  return time;
}

function encodeTime(time: number): string {
  let encoded = '';
  let rest = Math.max(0, Math.floor(time));
  for (let index = 0; index < timeCharacters; index += 1) {
    encoded = alphabet.charAt(rest % 32) + encoded;
    rest = Math.floor(rest / 32);
  }
  return encoded;
}

/** Sorts before the id and after all that come before it: the alphabet of ids ends with z. */
export function justBefore(id: string): string {
  return `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;
}
