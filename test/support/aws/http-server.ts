import { createServer, type IncomingMessage } from 'node:http';
import type { WireAnswer } from './object-server.ts';

/** A server on loopback that collects each body and answers with what `answer` gives. */
export async function startWireServer(
  answer: (request: IncomingMessage, body: Buffer) => WireAnswer | Promise<WireAnswer>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body, headers } = await answer(request, Buffer.concat(chunks));
    response.writeHead(status, { ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      // In this order: else a connection that comes in between stays open, and its server with it.
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
