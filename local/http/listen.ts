import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that already holds its port while the rest starts, and says so to whoever asks too early. */
export interface Listening {
  readonly server: Server;
  /** Origin under which the server is reached, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** From now on requests go here. */
  handle(listener: RequestListener): void;
  close(): Promise<void>;
}

/** Takes the port, or says in one sentence why not and what to do. */
export async function listen(host: string, port: number): Promise<Listening> {
  let current: RequestListener = (_request, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' });
    response.end(
      JSON.stringify({
        title: 'Starting',
        status: 503,
        detail: 'The server is starting. Try again in a second.',
      }),
    );
  };
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 60_000 }, (request, response) =>
    current(request, response),
  );
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      const taken = server.address();
      if (taken && typeof taken === 'object') resolve(taken);
    });
  });
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    server,
    origin: `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`,
    handle(listener) {
      current = listener;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is taken. Stop what uses it, or choose another: PORT=4001 npm start`,
    );
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user. Choose one above 1023: PORT=4000 npm start`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`This machine has no address ${host}. Leave HOST out, or set it to 127.0.0.1.`);
  return error;
}
