import { type AwsEnvironment, sendAwsRequest } from '#shared/platform/aws/aws-request.ts';
import { presignedUrl } from '#shared/platform/aws/signature.ts';
import { checkedKey } from './object-key.ts';
import type { DownloadOptions, ObjectOptions, ObjectStore } from './object-store.ts';

/**
 * Objects in one S3 bucket. Download links end with the credentials that
 * signed them, which on Lambda is a few hours at the latest.
 */
export function createS3ObjectStore(bucket: string, aws: AwsEnvironment): ObjectStore {
  const context = { service: 's3', region: aws.region, credentials: aws.credentials } as const;
  const origin = aws.endpoints.s3
    ? `${aws.endpoints.s3.replace(/\/$/u, '')}/${bucket}`
    : `https://${bucket}.s3.${aws.region}.amazonaws.com`;
  const objectUrl = (key: string) =>
    new URL(`${origin}/${checkedKey(key).split('/').map(encodeURIComponent).join('/')}`);
  return {
    async put(key, body, options) {
      await sendAwsRequest(
        { method: 'PUT', url: objectUrl(key), headers: objectHeaders(options), body },
        context,
      );
    },
    async get(key) {
      const answer = await sendAwsRequest({ method: 'GET', url: objectUrl(key), headers: {} }, context, {
        missing: true,
      });
      return answer.status === 404 ? undefined : answer.body;
    },
    async downloadUrl(key, { fileName, expiresInSeconds }: DownloadOptions) {
      const url = objectUrl(key);
      url.searchParams.set('response-content-disposition', `attachment; filename="${fileName}"`);
      return presignedUrl(url, expiresInSeconds, { ...context, now: Date.now() });
    },
    async delete(key) {
      await sendAwsRequest({ method: 'DELETE', url: objectUrl(key), headers: {} }, context, {
        missing: true,
      });
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const url = new URL(`${origin}/`);
        url.searchParams.set('list-type', '2');
        url.searchParams.set('encoding-type', 'url');
        url.searchParams.set('prefix', prefix);
        if (token) url.searchParams.set('continuation-token', token);
        const { body } = await sendAwsRequest({ method: 'GET', url, headers: {} }, context);
        const page = readListing(body.toString('utf8'));
        yield* page.keys;
        token = page.nextToken;
      } while (token);
    },
  };
}

function objectHeaders({ contentType, contentEncoding }: ObjectOptions = {}): Record<string, string> {
  return {
    'content-type': contentType ?? 'application/octet-stream',
    ...(contentEncoding ? { 'content-encoding': contentEncoding } : {}),
  };
}

/** The few elements of a ListObjectsV2 answer that matter; keys come URL-encoded, so that no entity hides in them. */
function readListing(xml: string): { readonly keys: string[]; readonly nextToken: string | undefined } {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/gu)].map(([, key = '']) =>
    decodeURIComponent(key.replaceAll('+', ' ')),
  );
  return { keys, nextToken: /<NextContinuationToken>([^<]+)</u.exec(xml)?.[1] };
}
