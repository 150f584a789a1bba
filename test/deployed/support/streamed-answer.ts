import type { StreamedResult } from '#shared/http/call.ts';

/** What a streaming integration reads before it answers (API Gateway developer guide, "response streaming"). */
const delimiter = Buffer.alloc(8);
const maxHeadBytes = 16 * 1024;

/** An answer that is put together from the pieces that a function writes: a head as JSON, eight zero bytes, a body. */
export interface StreamedAnswer {
  /** Settles with the end of the head; its stream goes on with the pieces that follow. */
  readonly answered: Promise<StreamedResult>;
  push(piece: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

export function createStreamedAnswer(): StreamedAnswer {
  const { promise: answered, resolve, reject } = Promise.withResolvers<StreamedResult>();
  let head = Buffer.alloc(0);
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;

  const begin = (end: number) => {
    const { statusCode, headers, multiValueHeaders } = JSON.parse(head.subarray(0, end).toString());
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
      },
      // The caller hung up; as behind the gateway, the function learns nothing of it.
      cancel() {
        isCancelled = true;
      },
    });
    resolve({ statusCode, headers, multiValueHeaders, body: '', stream });
    const rest = head.subarray(end + delimiter.length);
    if (rest.length > 0) body?.enqueue(new Uint8Array(rest));
  };

  return {
    answered,
    push(piece) {
      if (piece.length === 0 || isCancelled) return;
      if (body) return body.enqueue(piece);
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(delimiter);
      if (end < 0 && head.length > maxHeadBytes) reject(new Error('The answer has no head.'));
      if (end >= 0) begin(end);
    },
    end() {
      if (!body) reject(new Error('The function ended without a head.'));
      else if (!isCancelled) body.close();
    },
    fail(error) {
      reject(error);
      if (!isCancelled) body?.error(error);
    },
  };
}
