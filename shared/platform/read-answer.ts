import { jsonOf } from './is-record.ts';

/** Status and JSON of an answer, whole before its signal ends it, however slowly it drips. Throws where none comes, where it redirects, and beyond `mostBytes`. */
export async function readAnswer(
  url: string,
  request: RequestInit,
  mostBytes: number,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(url, { ...request, redirect: 'error' });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('The answer is too large.');
    pieces.push(piece);
  }
  return { status: response.status, body: jsonOf(Buffer.concat(pieces).toString('utf8')) };
}
