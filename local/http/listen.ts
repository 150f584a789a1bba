import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusalResult } from '#shared/http/call-pipeline.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { refusal, send } from './gateway.ts';
import { nameOf } from './router.ts';

/** A server that holds its port while the rest starts, and answers 503 until it is ready. */
export interface Listening {
  readonly server: Server;
  /** Origin under which the server is reached, such as `http://localhost:4000`. */
  readonly origin: string;
  /** From now on requests go here. */
  handle(listener: RequestListener): void;
  close(): Promise<void>;
}

/** Longer than callers' pools keep an idle connection, so that no call is sent on one that is just being closed. */
const keepAliveTimeout = 65_000;

/** Takes the port, or says in one sentence why not and what to do. */
export async function listen(host: string, port: number): Promise<Listening> {
  let current: RequestListener = (request, response) => send(response, refusal(starting(), request, ''));
  const server = createServer(
    { maxHeaderSize: 16 * 1024, requestTimeout: 60_000, keepAliveTimeout },
    (request, response) => current(request, response),
  );
  server.on('clientError', refuseUnparsed);
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      const taken = server.address();
      if (taken && typeof taken === 'object') resolve(taken);
    });
  });
  return {
    server,
    origin: `http://${nameOf(host)}:${address.port}`,
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

function starting(): ServiceError {
  return new ServiceError('service_starting', 'The server is starting. Try again in a second.', {
    headers: { 'retry-after': '1' },
  });
}

/** A request that Node's parser refuses reaches no listener: it is answered here, as every refusal is. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const refused = isTooLarge
    ? new ServiceError('headers_too_large', 'The headers of a request may have 16 KiB together. Send less.')
    : new ServiceError('malformed_request', 'This is not a request of HTTP/1.1. Check what sends it.');
  const problem = refusalResult(refused, { docsUrl: '', endpoint: '/' });
  const lines = Object.entries({
    ...problem.headers,
    'content-length': Buffer.byteLength(problem.body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = STATUS_CODES[problem.statusCode] ?? 'Bad Request';
  socket.end(`HTTP/1.1 ${problem.statusCode} ${reason}\r\n${lines.join('')}\r\n${problem.body}`);
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
