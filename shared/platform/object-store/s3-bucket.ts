import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { awsPatience } from '../aws-patience.ts';
import { attachment } from './object-links.ts';
import { checkedKey, type ObjectStore } from './object-store.ts';

/** One S3 bucket through the SDK; region and credentials are those of the environment. */
export function openBucket(bucket: string, config: S3ClientConfig): ObjectStore {
  // A checksum is of the body, which the signer of an upload does not have.
  const client = new S3Client({ ...awsPatience, requestChecksumCalculation: 'WHEN_REQUIRED', ...config });
  const place = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) });
  const bodyOf = async (key: string) => {
    try {
      return (await client.send(new GetObjectCommand(place(key)))).Body;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      if (isRefusal(error) && (await isGone(key))) return undefined;
      throw error;
    }
  };
  /** False also where the role may not list the folder. */
  const isGone = async (key: string) => {
    try {
      for await (const found of keysIn(key)) if (found === key) return false;
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
  async function* keysIn(prefix: string, { after }: { readonly after?: string } = {}) {
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: prefix, StartAfter: after },
    ))
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
  }
  return {
    async put(key, body, { contentType = 'application/octet-stream', contentEncoding } = {}) {
      const target = { ...place(key), ContentType: contentType, ContentEncoding: contentEncoding };
      if (body instanceof Uint8Array) await client.send(new PutObjectCommand({ ...target, Body: body }));
      else await putPieces(client, target, body);
    },
    get: async (key) => (await bodyOf(key))?.transformToByteArray(),
    async open(key) {
      const body = await bodyOf(key);
      if (body === undefined || body instanceof Readable) return body;
      throw new Error('The SDK gives bodies as streams of Node.');
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
    list: keysIn,
  };
}

/**
 * What S3 answers for an object that is not there to a role that may not list
 * the whole bucket: the same as for one that the role may not read (GetObject,
 * "Permissions"). A list of the folder, which the role may be given alone, tells
 * them apart.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'AccessDenied';
}

/** Bytes of a part; S3 takes none below 5 MiB but the last, and 10,000 at most. */
const partBytes = 8 * 1024 * 1024;

type Target = Omit<PutObjectCommandInput, 'Body'>;

/**
 * Puts an object that comes in pieces, holding two parts of it at most. What
 * fits into one part is an ordinary put. An upload that fails leaves no object;
 * the lifecycle rule of the bucket removes its parts after a day.
 */
async function putPieces(client: S3Client, target: Target, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const parts = inParts(pieces);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (first.done || second.done) {
    await client.send(new PutObjectCommand({ ...target, Body: first.value ?? Buffer.alloc(0) }));
    return;
  }
  await putParts(client, target, [first.value, second.value], parts);
}

async function putParts(
  client: S3Client,
  target: Target,
  start: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const place = { Bucket: target.Bucket, Key: target.Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
  const send = async (Body: Uint8Array) => {
    const PartNumber = parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }));
    parts.push({ ETag, PartNumber });
  };
  for (const part of start) await send(part);
  for await (const part of rest) await send(part);
  const MultipartUpload = { Parts: parts };
  await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }));
}

async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let open: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    open.push(piece);
    bytes += piece.byteLength;
    if (bytes < partBytes) continue;
    yield Buffer.concat(open);
    open = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(open);
  return undefined;
}
