import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Bytes of a part; S3 takes none below 5 MiB but the last, and 10,000 at most. */
const partBytes = 8 * 1024 * 1024;

type Target = Omit<PutObjectCommandInput, 'Body'>;

/**
 * Puts an object that comes in pieces, holding two parts of it at most. What
 * fits into one part is an ordinary put. An upload that fails leaves no object;
 * the lifecycle rule of the bucket removes its parts after a day.
 */
export async function putPieces(
  client: S3Client,
  target: Target,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
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
