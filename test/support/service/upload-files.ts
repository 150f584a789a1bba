import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller } from './callers.ts';

/** Uploads files as a person does, and gives the upload once it is imported. */
export async function uploadFiles(
  caller: Caller,
  files: Readonly<Record<string, Uint8Array | string>>,
  more: object = {},
): Promise<Answer['body']> {
  const all = Object.entries(files);
  const named = all.map(([name, bytes]) => ({ name, bytes: Buffer.byteLength(bytes) }));
  const { body } = await caller.post('/v1/me/uploads', { files: named, ...more });
  for (const [at, [, bytes]] of all.entries())
    await fetch(body.addresses[at].url, { method: 'PUT', body: bytes });
  await caller.post(`/v1/me/uploads/${body.upload.id}/start`, {});
  for (;;) {
    const { body: now } = await caller.get(`/v1/me/uploads/${body.upload.id}`);
    if (now.status !== 'queued' && now.status !== 'running') return now;
    await sleep(30);
  }
}
