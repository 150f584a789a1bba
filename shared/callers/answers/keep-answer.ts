import { gzipSync } from 'node:zlib';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { ArchivedAnswer } from './answer-archive.ts';

/** Half the time of zlib's defaults, which set up 256 kB for every answer, for a twentieth more bytes. */
const packing = { level: 1, windowBits: 13, memLevel: 6 } as const;

/** Keeps an answer, which comes as the JSON that went out, as gzipped JSON where the archive of its account finds it. */
export async function keepAnswer(
  objects: Pick<ObjectStore, 'put'>,
  accountId: string,
  asked: Omit<ArchivedAnswer, 'answer'>,
  answer: string,
): Promise<void> {
  const text = `${JSON.stringify(asked).slice(0, -1)},"answer":${answer}}`;
  await objects.put(`answers/${accountId}/${asked.request_id}`, gzipSync(text, packing));
}
