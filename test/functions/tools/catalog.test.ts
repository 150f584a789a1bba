import * as v from 'valibot';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import { priceList, toolCatalog } from '#functions/tools/catalog.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { type ToolContract, toolPath } from '#shared/contract/tool.ts';
import { countTokens } from '#test/support/count-tokens.ts';

const catalog: readonly ToolContract[] = toolCatalog;

describe.each(catalog.map((tool) => [tool.name, tool] as const))('the contract of %s', (name, tool) => {
  it('has its own folder with a contract and logic, each under its name', async () => {
    const folder = `functions/tools/${name.replaceAll('_', '-')}`;
    const exported = name.replaceAll(/_[a-z]/gu, ([, first = '']) => first.toUpperCase());
    expect(await import(`../../../${folder}/contract.ts`)).toHaveProperty(exported, tool);
    expect(await import(`../../../${folder}/logic.ts`)).toHaveProperty(exported, expect.any(Function));
    expect(toolPath(tool)).toBe(`/v1/tools/${name}`);
  });

  it('has an example that its own schema accepts, without a fault and without an unknown field', () => {
    expect(v.safeParse(tool.input, tool.example).issues ?? []).toEqual([]);
    const { properties = {} } = publishedSchema(tool.input);
    for (const field of Object.keys(tool.example)) expect(Object.keys(properties)).toContain(field);
  });

  it('says of every domain and page what may be sent', () => {
    const { properties = {} } = publishedSchema(tool.input);
    for (const [field, schema] of Object.entries(properties))
      if (field === 'domain' || field === 'url')
        expect([field, schema]).toEqual([
          field,
          expect.objectContaining({ description: expect.any(String) }),
        ]);
  });

  it('is published as one JSON Schema object for requests and one for data', () => {
    for (const schema of [tool.input, tool.data]) {
      const published = publishedSchema(schema);
      expect(published.type).toBe('object');
      expect(JSON.parse(JSON.stringify(published))).toEqual(published);
    }
  });

  it('is described in words that agents can afford', () => {
    expect(tool.summary.length).toBeLessThanOrEqual(110);
    expect(tool.whenToUse.length).toBeLessThanOrEqual(140);
    expect(tool.summary).toMatch(/\.$/u);
    expect(tool.whenToUse).toMatch(/\.$/u);
  });

  it('costs an agent at most 420 tokens in the list of tools', () => {
    expect(countTokens(JSON.stringify(describeTool(tool)))).toBeLessThanOrEqual(420);
  });

  it('ends before the gateway does', () => {
    expect(tool.timeoutSeconds ?? 15).toBeLessThanOrEqual(28);
  });

  it.each([null, 7, 'x', [], {}])('refuses the body %j', (body) => {
    expect(v.safeParse(tool.input, body).success).toBe(false);
  });
});

describe('the catalog', () => {
  it('names every tool once', () => {
    const names = toolCatalog.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('mentions only tools that exist', () => {
    const mentioned = toolCatalog.flatMap(
      ({ summary, whenToUse }) => `${summary} ${whenToUse}`.match(/\b[a-z]+_[a-z_]+\b/gu) ?? [],
    );
    const words = new Set(mentioned);
    for (const field of ['seed_keywords', 'best_rank']) words.delete(field);
    for (const word of words) expect(Object.keys(priceList)).toContain(word);
  });
});
