import { describeTool } from '#functions/mcp/describe-tool.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';

describe('a tool as directories want it', () => {
  it.each(toolCatalog.map((tool) => [tool.name, tool] as const))(
    'has a name, a title and all four hints, each as the tool behaves: %s',
    (name, tool) => {
      const { title, annotations } = describeTool(tool);
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/u);
      expect(title).toBe(tool.title);
      expect(annotations).toEqual({
        title: tool.title,
        // None removes anything of the account or changes anything elsewhere; one adds to it.
        readOnlyHint: name !== 'record_change',
        destructiveHint: false,
        // A second call costs again, where the first did, or records again.
        idempotentHint: tool.credits === 0 && name !== 'record_change',
        openWorldHint: name !== 'export_dataset',
      });
    },
  );
});
