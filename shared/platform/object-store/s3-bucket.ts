import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { awsPatience } from '../aws-patience.ts';
import { checkedKey } from './object-key.ts';
import { attachment } from './object-links.ts';
import type { ObjectStore } from './object-store.ts';
import { putPieces } from './s3-pieces.ts';

/** One S3 bucket through the SDK; region and credentials are those of the environment. */
export function openBucket(bucket: string, config: S3ClientConfig): ObjectStore {
  // A checksum is of the body, which the signer of an upload does not have.
  const client = new S3Client({ ...awsPatience, requestChecksumCalculation: 'WHEN_REQUIRED', ...config });
  const place = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) });
  return {
    async put(key, body, { contentType = 'application/octet-stream', contentEncoding } = {}) {
      const target = { ...place(key), ContentType: contentType, ContentEncoding: contentEncoding };
      if (body instanceof Uint8Array) await client.send(new PutObjectCommand({ ...target, Body: body }));
      else await putPieces(client, target, body);
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(place(key)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async downloadUrl(key, { fileName, expiresInSeconds }) {
      const command = new GetObjectCommand({
        ...place(key),
        ResponseContentDisposition: attachment(fileName),
      });
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
    },
    async uploadUrl(key, { bytes, expiresInSeconds }) {
      const command = new PutObjectCommand({ ...place(key), ContentLength: bytes });
      // With its length among what is signed, a body of another one is refused.
      const signableHeaders = new Set(['content-length', 'host']);
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds, signableHeaders });
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
    async *list(prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
    },
  };
}
