import type { Delivery } from '#shared/calls/outcome.ts';
import type { CallResult } from '#shared/http/call.ts';

/** How the response of one request goes out: as it is, or, for a test key that asks for it, not whole. */
export function createPost() {
  let delivery: Delivery | undefined;
  return {
    onUndelivered(how: Delivery): void {
      delivery = how;
    },
    whole(result: CallResult): CallResult {
      if (delivery === 'lost') return { statusCode: 504, headers: {}, body: '' };
      return delivery === 'cut' ? { ...result, body: result.body.slice(0, halfOf(result.body)) } : result;
    },
    /** What was said of the progress has gone out before; the stream ends within the answer, or without it. */
    stream: (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> =>
      body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            if (delivery !== 'lost')
              controller.enqueue(delivery === 'cut' ? chunk.slice(0, halfOf(chunk)) : chunk);
            if (delivery) controller.terminate();
          },
        }),
      ),
  };
}

function halfOf({ length }: { readonly length: number }): number {
  return Math.floor(length / 2);
}
