import { accountTools } from '#functions/mcp/account-tools.ts';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';

/** What leaves something in the account. */
const writing = new Set<string>(['record_change', 'create_tracker']);

describe('a tool as directories want it', () => {
  it.each([...toolCatalog, ...accountTools].map((tool) => [tool.name, tool] as const))(
    'has a name, a title and all four hints, each as the tool behaves: %s',
    (name, tool) => {
      const { title, annotations } = describeTool(tool);
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/u);
      expect(title).toBe(tool.title);
      expect(annotations).toEqual({
        title: tool.title,
        // None removes anything of the account or changes anything elsewhere; two add to it.
        readOnlyHint: !writing.has(name),
        destructiveHint: false,
        // A second call costs again, where the first did, or records again.
        idempotentHint: tool.credits === 0 && !writing.has(name),
        openWorldHint: !['export_dataset', 'create_tracker', 'list_events'].includes(name),
      });
    },
  );
});
