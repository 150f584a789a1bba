import { createServer } from 'node:http';
import { createInvoker } from '#shared/platform/invoke/invoke-function.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

/** Lambda for one question: it answers with this, after a function that ended well or did not. */
async function askedOf(payload: string, functionError?: string): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, functionError === undefined ? {} : { 'x-amz-function-error': functionError });
    response.end(payload);
  });
  const port = await listenOnLoopback(server);
  try {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const ask = createInvoker({ endpoint: `http://127.0.0.1:${port}`, region: 'local', credentials });
    return await ask('oriel-prod-usage-shard', {});
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('a function that is called', () => {
  it('gives its answer', async () => {
    expect(await askedOf('{"rows":3}')).toEqual({ rows: 3 });
  });

  it.each([
    ['crashes', { errorType: 'Error', errorMessage: 'The file is\n  not whole.' }, 'The file is not whole.'],
    [
      'takes too long',
      { errorMessage: 'Task timed out after 900.00 seconds' },
      'Task timed out after 900.00 seconds',
    ],
  ])('fails with what ended it where it %s', async (_how, payload, reason) => {
    const asked = askedOf(JSON.stringify(payload), 'Unhandled');
    await expect(asked).rejects.toThrow(`oriel-prod-usage-shard failed: ${reason}`);
  });

  it('fails with what there is where that is nothing of Lambda’s, in a line that a log holds', async () => {
    const failure = await askedOf('x'.repeat(10_000), 'Unhandled').catch(String);
    expect(failure).toHaveLength('FunctionFailed: oriel-prod-usage-shard failed: '.length + 300);
  });
});
