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
        // No tool changes or removes anything of the account, or anything elsewhere.
        readOnlyHint: true,
        destructiveHint: false,
        // A second call costs again, where the first did.
        idempotentHint: tool.credits === 0,
        openWorldHint: name !== 'export_dataset',
      });
    },
  );
});
