import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './running-service.ts';

/** A file that is uploaded. */
interface Sent {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

export async function begin(caller: Caller, files: readonly Sent[], more: object = {}) {
  const named = files.map(({ name, bytes }) => ({ name, bytes: Buffer.byteLength(bytes) }));
  const { status, body } = await caller.post('/v1/me/uploads', { files: named, ...more });
  expect(status).toBe(201);
  return { id: String(body.upload.id), addresses: body.addresses as readonly { readonly url: string }[] };
}

export const put = (url: string, body: Uint8Array | string) =>
  fetch(url, { method: 'PUT', body: typeof body === 'string' ? body : new Uint8Array(body) });

export async function untilEnded(caller: Caller, id: string) {
  for (;;) {
    const { body } = await caller.get(`/v1/me/uploads/${id}`);
    expect(body.progress?.share ?? 0).toBeLessThan(1);
    if (body.status !== 'queued' && body.status !== 'running') return body;
    await sleep(50);
  }
}

/** Uploads files as the dashboard does, and waits until they are in. */
export async function upload(caller: Caller, files: readonly Sent[], more: object = {}) {
  const { id, addresses } = await begin(caller, files, more);
  for (const [index, { bytes }] of files.entries())
    expect((await put(addresses[index]?.url ?? '', bytes)).status).toBe(200);
  expect((await caller.post(`/v1/me/uploads/${id}/start`, {})).status).toBe(200);
  return untilEnded(caller, id);
}
