import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { WireAnswer } from './object-server.ts';

/** Passes a request on to the real database. */
export function forward(
  databaseUrl: string,
  { headers, method }: IncomingMessage,
  body: Buffer,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(databaseUrl, {
      method,
      headers: { ...headers, host: new URL(databaseUrl).host, 'content-length': body.length },
    });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({
        status: response.statusCode ?? 500,
        headers: { 'content-type': String(response.headers['content-type']) },
        body: Buffer.concat(chunks),
      });
    });
    sent.end(body);
  });
}
