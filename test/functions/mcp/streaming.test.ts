import { createServer, type Server } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcpHandler } from '#functions/mcp/mcp-handler.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { createGateway } from '#local/http/gateway.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { answered, mcpServices } from '#test/support/service/mcp-services.ts';

let server: Server;
let url: URL;
let heard: () => void;
let progressWasHeard: Promise<void>;

/** Answers only after its progress has reached the client: behind a gateway that buffers it, this would never end. */
const patient: ServedTool = {
  tool: toolCatalog[0],
  async call({ reportProgress }) {
    reportProgress?.(1, 2, 'half way');
    await progressWasHeard;
    return answered();
  },
};

beforeAll(async () => {
  const baseUrl = 'http://127.0.0.1';
  const handler = mcpHandler(async () => mcpServices([patient], baseUrl));
  const routes = ['POST', 'GET', 'DELETE'].map((method) => ({
    method,
    path: '/mcp',
    handler,
    timeoutSeconds: 28,
  }));
  server = createServer(createGateway({ routes, baseUrl, reportFailure: () => {} }));
  url = new URL(`http://127.0.0.1:${await listenOnLoopback(server)}/mcp`);
});
beforeEach(() => {
  progressWasHeard = new Promise((resolve) => {
    heard = resolve;
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(['auto', 'legacy'] as const)('progress on one machine (%s)', (mode) => {
  it('is heard while the tool still works', async () => {
    const headers = { authorization: 'Bearer good' };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const result = await client.callTool(
      { name: 'inspect_domain', arguments: {} },
      { onprogress: () => heard() },
    );
    expect(result.structuredContent).toMatchObject({ data: { domain: 'a.example' } });
    await client.close();
  });
});
