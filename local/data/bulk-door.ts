import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { itemJson } from '#shared/facts/bulk/item-files.ts';
import type { PutAll } from '#shared/facts/stored-index/items/index-items.ts';

/** Where the embedded engine takes many items at once, and the secret that opens it. */
export const bulkDoor = v.object({ url: v.string(), token: v.string() });
export type BulkDoor = v.InferOutput<typeof bulkDoor>;

export function newBulkDoor(port: number): BulkDoor {
  return { url: `http://127.0.0.1:${port}/mcp`, token: randomBytes(32).toString('base64url') };
}

/** How the engine is asked to open it; the token goes by the environment, which `ps` does not show. */
export function bulkDoorOptions({ url, token }: BulkDoor) {
  return {
    args: ['--mcp', '--mcp-port', new URL(url).port],
    env: { ...process.env, DYNOXIDE_MCP_AUTH_TOKEN: token },
  };
}

const outcome = v.object({ result: v.object({ isError: v.optional(v.boolean(), false) }) });

/**
 * The engine's tool `bulk_put_items`: one transaction and one prepared
 * statement for up to ten thousand items, where a transaction of DynamoDB's
 * takes a hundred, each with a read of what it replaces. Its tools are served
 * over HTTP as the Model Context Protocol has it, one request for one call.
 */
export function createPutAll({ url, token }: BulkDoor): PutAll {
  return async (table, items) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'bulk_put_items',
          arguments: { table_name: table, items: items.map(itemJson) },
        },
      }),
    });
    const answer = await response.text();
    if (!response.ok) return false;
    const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), outcome), answer);
    return success && !output.result.isError;
  };
}
