import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store.ts';

/**
 * Objects in one S3 bucket. Download links end with the credentials that
 * signed them, which on Lambda is a few hours at the latest. The client is
 * loaded with the first request: most calls of a container have none.
 */
export function createS3ObjectStore(bucket: string, config: S3ClientConfig = {}): ObjectStore {
  let opened: Promise<ObjectStore> | undefined;
  const open = () => {
    opened ??= import('./s3-bucket.ts').then(({ openBucket }) => openBucket(bucket, config));
    return opened;
  };
  return {
    put: async (...request) => (await open()).put(...request),
    get: async (key) => (await open()).get(key),
    open: async (key) => (await open()).open(key),
    downloadUrl: async (...request) => (await open()).downloadUrl(...request),
    uploadUrl: async (...request) => (await open()).uploadUrl(...request),
    delete: async (key) => (await open()).delete(key),
    async *list(...request) {
      yield* (await open()).list(...request);
    },
  };
}
