import { gzipSync } from 'node:zlib';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { ArchivedAnswer } from './answer-archive.ts';

/** Keeps an answer as gzipped JSON where the archive of its account finds it. */
export async function keepAnswer(
  objects: Pick<ObjectStore, 'put'>,
  accountId: string,
  answer: ArchivedAnswer,
): Promise<void> {
  const packed = Uint8Array.from(gzipSync(JSON.stringify(answer)));
  await objects.put(`answers/${accountId}/${answer.request_id}`, packed);
}
