import type { ObjectBody } from '#shared/platform/object-store/object-store.ts';

/** All bytes of an object, whether it came at once or in pieces. */
export async function wholeBody(body: ObjectBody): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
