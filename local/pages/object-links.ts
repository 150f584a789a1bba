import type { IncomingMessage, ServerResponse } from 'node:http';
import { createUploadStore, uploadOf } from '#shared/facts/imports/uploads/upload-store.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { openObjectLink } from '#shared/platform/object-store/object-links.ts';
import type { LocalFoundation } from '../foundation.ts';

type Parts = Pick<LocalFoundation, 'links' | 'objects' | 'baseUrl' | 'documents' | 'tables' | 'clock'>;

/** Downloads and uploads by signed link, which S3 serves when deployed. */
export function serveObjects(parts: Parts) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
    const link = new URL(`${parts.baseUrl}${url.pathname}${url.search}`);
    if (request.method === 'PUT') return takeUpload(parts, request, response, link);
    if (request.method !== 'GET') return false;
    const download = await openObjectLink(link, parts.links, parts.objects);
    if (!download) return false;
    response.writeHead(200, download.headers);
    response.end(download.body);
    return true;
  };
}

/** A file of exactly the size that its link was made for. */
async function takeUpload(
  { links, objects, ...stores }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  link: URL,
): Promise<boolean> {
  const upload = links.verifyUpload(link);
  if (!upload) return false;
  const body = await bodyOf(request, upload.bytes);
  if (body === undefined) {
    response.writeHead(403, { connection: 'close', 'content-length': 0 });
    response.end();
    return true;
  }
  // An address outlives an account that is deleted.
  if (!(await isAwaited(stores, upload.key))) return false;
  await objects.put(upload.key, body);
  response.writeHead(200, { 'content-length': 0 });
  response.end();
  return true;
}

async function isAwaited(
  { documents, tables, clock }: Pick<Parts, 'documents' | 'tables' | 'clock'>,
  key: string,
): Promise<boolean> {
  const uploads = createUploadStore(createIndexTable({ documents, table: tables.index }), clock);
  const { accountId, uploadId } = uploadOf(key);
  return (await uploads.find(accountId, uploadId)) !== undefined;
}

/** The whole body; undefined where it is of another size, and then it is not read on. */
async function bodyOf(request: IncomingMessage, bytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length']) !== bytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  return body.length === bytes ? body : undefined;
}
