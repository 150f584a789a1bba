import { createServer, request } from 'node:http';
import { listenOnLoopback } from '#test/support/listen.ts';

/** Where the answer of a call breaks: before its first byte, or in the middle of its body. */
export type Cut = 'before the answer' | 'within the answer';

/** A proxy that passes everything on, but breaks the connection on answers of as many tool calls as it is told. */
export async function startCuttingProxy(target: string) {
  let cuts: Cut[] = [];
  let toolCalls = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isToolCall = body.includes('"tools/call"') || incoming.url?.startsWith('/v1/tools/') === true;
    if (isToolCall) toolCalls += 1;
    const cut = isToolCall ? cuts.shift() : undefined;
    const { hostname, port } = new URL(target);
    const { host: _, ...headers } = incoming.headers;
    const passed = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, host: `${hostname}:${port}` },
      },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        const whole = Buffer.concat(parts);
        if (cut === 'before the answer') return void outgoing.destroy();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (cut === undefined) return void outgoing.end(whole);
        outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => outgoing.destroy());
      },
    );
    passed.end(body);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    cut(...next: Cut[]) {
      cuts = next;
    },
    /** Requests to call a tool that came in. */
    toolCalls: () => toolCalls,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
