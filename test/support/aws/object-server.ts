/** Files of S3 by `bucket/key`, over its wire: PUT, GET, DELETE and ListObjectsV2 with paging. */
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
  const answer = (request: IncomingMessage, body: Buffer): WireAnswer => {
    const url = new URL(request.url ?? '/', 'http://objects');
    const path = decodeURIComponent(url.pathname).slice(1);
    if (request.method === 'GET' && url.searchParams.has('list-type'))
      return list(objects, path, url.searchParams);
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
  const after = query.get('continuation-token') ?? '';
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
