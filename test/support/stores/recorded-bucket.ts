import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { openBucket } from '#shared/platform/object-store/s3-bucket.ts';
import { playedClient } from './played-client.ts';

/** A bucket that takes everything: what is put is signed and sent as to S3, and no network. */
export function recordedBucket() {
  const config = playedClient(async () => ({ headers: { etag: '"played"' }, body: Buffer.alloc(0) }));
  const bucket = openBucket('objects', config);
  const plain = new S3Client({ ...config, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const puts: { readonly Key: string; readonly Body: Uint8Array }[] = [];
  let isRecording = true;
  return {
    objects: {
      ...bucket,
      async put(...[Key, Body, options]: Parameters<typeof bucket.put>) {
        if (isRecording && Body instanceof Uint8Array) puts.push({ Key, Body });
        await bucket.put(Key, Body, options);
      },
    } satisfies typeof bucket,
    /** Forgets what was put. */
    forget: () => puts.splice(0),
    /** Ends the recording; what was put since `forget` can be put again by a client with the same options. */
    play() {
      isRecording = false;
      return async () => {
        for (const put of puts)
          await plain.send(
            new PutObjectCommand({ Bucket: 'objects', ContentType: 'application/octet-stream', ...put }),
          );
      };
    },
    /** How many objects were put since `forget`, up to the end of the recording. */
    sent: () => puts.length,
  };
}
