import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';
import type { Answer, Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';

/** A call of a tool, however it is sent. */
export interface ToolCall {
  readonly tool: string;
  readonly args: object;
  readonly idempotencyKey?: string;
  readonly run?: { readonly id: string; readonly budget: number };
}

/** A way to a tool: over REST to its own function, or over MCP to the one that runs them all. */
export interface Way {
  /** Function that runs the tool on this way. */
  functionOf(tool: string): string;
  /** `ok`, or the code of the refusal; with the text of the whole answer. */
  call(service: WalkedService, caller: Caller, call: ToolCall): Promise<{ code: string; text: string }>;
}

export const rest: Way = {
  functionOf: (tool) => functionNamed(tool.replaceAll('_', '-')),
  async call(_service, caller, { tool: name, args, idempotencyKey, run }) {
    const tool = toolCatalog.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const headers = {
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(run && { 'x-run-id': run.id, 'x-run-budget': String(run.budget) }),
    };
    const { status, body, text } = await caller.post(toolPath(tool), args, headers);
    return { code: status === 200 ? 'ok' : (body?.code ?? `status ${status}`), text };
  },
};

export const mcp: Way = {
  functionOf: () => functionNamed('mcp'),
  async call(service, { key }, { tool, args, idempotencyKey, run }) {
    const meta = {
      ...(idempotencyKey && { 'oriel/idempotency-key': idempotencyKey }),
      ...(run && { 'oriel/run': run }),
    };
    const answer = await service.send('/mcp', {
      method: 'POST',
      headers: mcpHeaders(key),
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args, _meta: meta },
      }),
    });
    return { code: codeOf(answer), text: answer.text };
  },
};

/** A resource as an agent reads it; gives the text of the answer. */
export async function readResource(service: WalkedService, { key }: Caller, uri: string): Promise<string> {
  const { text } = await service.send('/mcp', {
    method: 'POST',
    headers: mcpHeaders(key),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }),
  });
  return text;
}

const mcpHeaders = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
});

/** Refused calls of a tool are results that carry the code in their text. */
function codeOf({ status, text }: Answer): string {
  if (status !== 200) return `status ${status}`;
  if (!text.includes('"isError":true')) return text.includes('"result"') ? 'ok' : text.slice(0, 200);
  return /Code: (\w+)/u.exec(text)?.[1] ?? 'unknown';
}

/** Enough for any tool, with all of them enabled. */
export const openAccount = (service: WalkedService) => service.openAccount(100, ['backlinks']);

export async function expectCode(
  service: WalkedService,
  way: Way,
  caller: Caller,
  call: ToolCall,
  expected = 'ok',
): Promise<string> {
  const { code, text } = await way.call(service, caller, call);
  if (code === expected) return text;
  throw new Error(`${call.tool} answered ${code}, expected ${expected}: ${text.slice(0, 300)}`);
}
