import { createHmac } from 'node:crypto';
import type { Clock } from '#shared/platform/clock.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import type { DownloadOptions, ObjectStore, UploadOptions } from './object-store.ts';

interface LinkOptions {
  /** Origin of the server that answers the links. */
  readonly baseUrl: () => string;
  readonly secret: string | Uint8Array;
  readonly clock: Clock;
}

/** Where a server without S3 serves signed downloads: `GET /objects/<key>?expires=…&name=…&signature=…`. */
export const objectsPath = '/objects/';

export type ObjectLinks = ReturnType<typeof createObjectLinks>;

/** Links that prove by themselves what they allow, as S3's presigned ones do. */
export function createObjectLinks({ baseUrl, secret, clock }: LinkOptions) {
  const sign = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const link = (key: string, members: Readonly<Record<string, string>>) =>
    `${baseUrl()}${objectsPath}${key}?${new URLSearchParams(members)}`;
  const endOf = (seconds: number) => Math.floor(clock() / 1000) + seconds;
  /** The key of a link that is signed as `signature` says and has not expired. */
  const genuine = (url: URL, signature: (key: string, expires: number) => string) => {
    if (!url.pathname.startsWith(objectsPath)) return undefined;
    const key = url.pathname.slice(objectsPath.length);
    const expires = Number(url.searchParams.get('expires'));
    const given = url.searchParams.get('signature') ?? '';
    return isSameSecret(given, signature(key, expires)) && expires * 1000 > clock() ? key : undefined;
  };
  return {
    linkTo(key: string, { fileName, expiresInSeconds }: DownloadOptions): string {
      const expires = endOf(expiresInSeconds);
      const signature = sign('object-link', key, fileName, expires);
      return link(key, { expires: String(expires), name: fileName, signature });
    },
    /** The object that a link names, or undefined where it is forged, changed or expired. */
    verify(url: URL) {
      const fileName = url.searchParams.get('name') ?? '';
      const key = genuine(url, (asked, expires) => sign('object-link', asked, fileName, expires));
      return key === undefined ? undefined : { key, fileName };
    },
    uploadLink(key: string, { bytes, expiresInSeconds }: UploadOptions): string {
      const expires = endOf(expiresInSeconds);
      const signature = sign('object-upload', key, bytes, expires);
      return link(key, { expires: String(expires), bytes: String(bytes), signature });
    },
    /** What may be sent to a link, or undefined where it is forged, changed or expired. */
    verifyUpload(url: URL) {
      const bytes = Number(url.searchParams.get('bytes'));
      const key = genuine(url, (asked, expires) => sign('object-upload', asked, bytes, expires));
      return key === undefined ? undefined : { key, bytes };
    },
  };
}

interface Download {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  gz: 'application/gzip',
};

/** What to answer to a signed link, or undefined: then there is nothing at that address. */
export async function openObjectLink(
  url: URL,
  links: ObjectLinks,
  objects: ObjectStore,
): Promise<Download | undefined> {
  const linked = links.verify(url);
  const body = linked && (await objects.get(linked.key));
  if (!linked || !body) return undefined;
  const extension = linked.key.split('.').at(-1) ?? '';
  return {
    body,
    headers: {
      'content-type': contentTypes[extension] ?? 'application/octet-stream',
      'content-disposition': attachment(linked.fileName),
      'content-length': String(body.byteLength),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  };
}

/** The header that makes a browser save the file. Anything but a plain name is replaced. */
export function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replaceAll(/[^\w.-]/gu, '_')}"`;
}
