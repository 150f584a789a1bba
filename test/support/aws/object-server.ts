/** Files of S3 by `bucket/key`, over its wire: PUT, also in parts, GET, DELETE and ListObjectsV2 with paging. */
import type { IncomingMessage } from 'node:http';

export interface WireAnswer {
  readonly status: number;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ObjectServer {
  readonly objects: Map<string, { readonly body: Buffer; readonly headers: IncomingMessage['headers'] }>;
  answer(request: IncomingMessage, body: Buffer): WireAnswer;
}

const pageSize = 3;

/** `pageSize` is small, so that every list of a test is paged. */
export function createObjectServer(): ObjectServer {
  const objects: ObjectServer['objects'] = new Map();
  const uploads: Uploads = new Map();
  const answer = (request: IncomingMessage, body: Buffer): WireAnswer => {
    const url = new URL(request.url ?? '/', 'http://objects');
    const path = decodeURIComponent(url.pathname).slice(1);
    if (request.method === 'GET' && url.searchParams.has('list-type'))
      return list(objects, path, url.searchParams);
    const upload = partOfUpload({ objects, uploads }, request, path, url.searchParams, body);
    if (upload) return upload;
    if (request.method === 'PUT') {
      objects.set(path, { body, headers: request.headers });
      return { status: 200 };
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    return give(objects.get(path), url.searchParams.get('response-content-disposition'));
  };
  return { objects, answer };
}

type Uploads = Map<string, { readonly headers: IncomingMessage['headers']; readonly parts: Buffer[] }>;

/** Smallest part that S3 takes, the last one apart. */
const leastPartBytes = 5 * 1024 * 1024;

/** An upload in parts: begun, one part, or ended with the parts in the order of their numbers. */
function partOfUpload(
  { objects, uploads }: { readonly objects: ObjectServer['objects']; readonly uploads: Uploads },
  { method, headers }: IncomingMessage,
  path: string,
  query: URLSearchParams,
  body: Buffer,
): WireAnswer | undefined {
  if (method === 'POST' && query.has('uploads')) {
    const id = `upload-${uploads.size + 1}`;
    uploads.set(id, { headers, parts: [] });
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const upload = uploads.get(query.get('uploadId') ?? '');
  if (!upload) return undefined;
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'));
    upload.parts[number - 1] = body;
    return { status: 200, headers: { etag: `"part-${number}"` } };
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/gu)].map(([, n]) => Number(n));
  const parts = named.map((number) => upload.parts[number - 1] ?? Buffer.alloc(0));
  if (parts.slice(0, -1).some((part) => part.length < leastPartBytes))
    return { status: 400, body: '<Error><Code>EntityTooSmall</Code></Error>' };
  objects.set(path, { body: Buffer.concat(parts), headers: upload.headers });
  return { status: 200, body: '<CompleteMultipartUploadResult/>' };
}

function give(found: { readonly body: Buffer } | undefined, disposition: string | null): WireAnswer {
  if (!found) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
  return {
    status: 200,
    body: found.body,
    headers: disposition === null ? {} : { 'content-disposition': disposition },
  };
}

function list(objects: ObjectServer['objects'], bucket: string, query: URLSearchParams): WireAnswer {
  const prefix = `${bucket.replace(/\/$/u, '')}/`;
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(prefix + (query.get('prefix') ?? '')))
    .map((path) => path.slice(prefix.length))
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, pageSize);
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return { status: 200, body: `<ListBucketResult>${contents}${next}</ListBucketResult>` };
}
