import { accountTools } from '#functions/mcp/account-tools.ts';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';

/** What leaves something in the account. */
const writing = new Set<string>(['record_change', 'create_tracker']);

describe('a tool as directories want it', () => {
  it.each([...toolCatalog, ...accountTools].map((tool) => [tool.name, tool] as const))(
    'has a name, a title and hints, each as the tool behaves: %s',
    (name, tool) => {
      const { annotations } = describeTool(tool);
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/u);
      expect(annotations).toEqual({
        title: tool.title,
        // None removes anything of the account or changes anything elsewhere; two add to it.
        readOnlyHint: !writing.has(name),
        destructiveHint: false,
        // The protocol gives it a meaning for tools that write; these record again.
        ...(writing.has(name) && { idempotentHint: false }),
        openWorldHint: !['export_dataset', 'create_tracker', 'list_events'].includes(name),
      });
    },
  );
});
