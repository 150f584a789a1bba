import { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';
import type { GatewayEvent, GatewayHandler, StreamedResult } from '#shared/http/call.ts';
import { streamAnswers } from '#shared/http/stream-answers.ts';
import { createStreamedAnswer } from '#test/deployed/support/streamed-answer.ts';

interface RuntimeStream extends Writable {
  sendHead?: ((write: (piece: unknown) => void) => void) | undefined;
}

beforeAll(() => {
  const runtime = {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: {
      from(out: RuntimeStream, head: object) {
        out.sendHead = (write) => {
          write(JSON.stringify(head));
          write(new Uint8Array(8));
        };
        return out;
      },
    },
  };
  Object.assign(globalThis, { awslambda: runtime });
});

/** The runtime's stream: its head goes out with the first `write`, or never. */
function runtimeStream(heard: (piece: Buffer) => void): RuntimeStream {
  const out: RuntimeStream = new Writable({
    write(piece, _encoding, done) {
      heard(piece);
      done();
    },
  });
  const write = out.write.bind(out);
  out.write = (piece: unknown) => {
    const { sendHead } = out;
    out.sendHead = undefined;
    sendHead?.(write);
    return write(piece);
  };
  return out;
}

/** What a gateway makes of the answer, and when the function has ended. */
function invoke(handler: GatewayHandler) {
  const answer = createStreamedAnswer();
  const run = streamAnswers(handler) as (event: unknown, out: Writable, context: unknown) => Promise<void>;
  const ended = run({} as GatewayEvent, runtimeStream(answer.push), {} as Context);
  ended.then(answer.end, answer.fail);
  return { answered: answer.answered as Promise<StreamedResult>, ended };
}

describe('a streamed answer', () => {
  it('has status, headers and cookies before its body', async () => {
    const { answered } = invoke(async () => ({
      statusCode: 402,
      headers: { 'content-type': 'application/problem+json' },
      multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] },
      body: '{"ü":1}',
    }));
    const { stream, ...head } = await answered;
    expect(head).toEqual({
      statusCode: 402,
      headers: { 'content-type': 'application/problem+json' },
      multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] },
      body: '',
    });
    expect(await new Response(stream).text()).toBe('{"ü":1}');
  });

  it('has its head also where there is no body', async () => {
    const { answered, ended } = invoke(async () => ({ statusCode: 204, body: '' }));
    const { statusCode, stream } = await answered;
    expect(statusCode).toBe(204);
    expect(await new Response(stream).text()).toBe('');
    await ended;
  });

  it('gives bytes for a body in base64', async () => {
    const body = Buffer.from([0, 255, 0]).toString('base64');
    const { answered } = invoke(async () => ({ statusCode: 200, body, isBase64Encoded: true }));
    const { stream } = await answered;
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(new Uint8Array([0, 255, 0]));
  });

  it('passes each piece on before the next is made', async () => {
    const heard = Promise.withResolvers<void>();
    const pieces = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(Buffer.from('first'));
        await heard.promise;
        controller.enqueue(Buffer.from('second'));
        controller.close();
      },
    });
    const { answered } = invoke(async () => {
      const result: StreamedResult = { statusCode: 200, body: '', stream: pieces };
      return result;
    });
    const reader = (await answered).stream.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
    heard.resolve();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('second');
    expect((await reader.read()).done).toBe(true);
  });

  it('that breaks off ends the call with the error, so that it is counted', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('half'));
      },
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    const { answered, ended } = invoke(async () => {
      const result: StreamedResult = { statusCode: 200, body: '', stream: broken };
      return result;
    });
    await expect(ended).rejects.toThrow('gone');
    await expect(new Response((await answered).stream).text()).rejects.toThrow();
  });
});
