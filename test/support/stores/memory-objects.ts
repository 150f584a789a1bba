import { Readable } from 'node:stream';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { wholeBody } from './whole-body.ts';

/** Objects in memory; a link shows what it was asked for. */
export function memoryObjects(): ObjectStore & { readonly keys: () => string[] } {
  const objects = new Map<string, Uint8Array>();
  return {
    keys: () => [...objects.keys()],
    async put(key, body) {
      objects.set(key, await wholeBody(body));
    },
    async get(key) {
      return objects.get(key);
    },
    async open(key) {
      const body = objects.get(key);
      return body && Readable.from([body]);
    },
    async downloadUrl(key, { fileName }) {
      return `https://objects.example/${key}?name=${fileName}`;
    },
    async uploadUrl(key, { bytes }) {
      return `https://objects.example/${key}?bytes=${bytes}`;
    },
    async delete(key) {
      objects.delete(key);
    },
    async *list(prefix, { after = '' } = {}) {
      yield* [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    },
  };
}
