import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '#test/support/listen.ts';
import type { WireAnswer } from './object-server.ts';

/** A server on loopback that collects each body and answers with what `answer` gives. */
export async function startWireServer(
  answer: (request: IncomingMessage, body: Buffer) => WireAnswer | Promise<WireAnswer>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  // Idle connections stay open, as no request of these tests is sent twice because its connection was just being closed.
  const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body, headers } = await answer(request, Buffer.concat(chunks));
    response.writeHead(status, { ...headers });
    response.end(body);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      // In this order: else a connection that comes in between stays open, and its server with it.
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
