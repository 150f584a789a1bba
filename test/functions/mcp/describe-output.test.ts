import * as v from 'valibot';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import exampleAnswers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';

const memberShape = v.object({
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  description: v.optional(v.string(), ''),
});
const outputShape = v.object({
  properties: v.object({ data: v.object({ properties: v.record(v.string(), memberShape) }) }),
});

function membersOf(name: string) {
  const tool = toolCatalog.find((each) => each.name === name);
  return v.parse(outputShape, tool && describeTool(tool).outputSchema).properties.data.properties;
}

/** The types of JSON Schema that a value has. */
function typeNames(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/** Names of the members of an object, or of the first row of a list. */
function namesIn(value: unknown): string[] {
  const row: unknown = Array.isArray(value) ? value[0] : value;
  return typeof row === 'object' && row !== null ? Object.keys(row) : [];
}

describe('the output schema of a tool', () => {
  it('says the type of each member of an answer that is no text, and names what lies within it', () => {
    expect(membersOf('inspect_domain')).toMatchObject({
      summary: { type: 'object', description: expect.stringMatching(/movement\{new up down lost\}$/u) },
      top_pages: {
        type: 'array',
        description: 'url organic_keywords estimated_organic_traffic_per_month own',
      },
    });
    expect(membersOf('inspect_domain').domain).toEqual({ description: '' });
    expect(membersOf('inspect_keyword').monthly_volume?.type).toEqual(['integer', 'null']);
  });

  it.each(Object.entries(exampleAnswers))('of %s is met by its example answer', (name, { data }) => {
    const members = membersOf(name);
    for (const [member, value] of Object.entries(data)) {
      const { type = 'string', description = '' } = members[member] ?? {};
      const isMet = [type].flat().some((each) => typeNames(value).includes(each));
      expect([member, isMet]).toEqual([member, true]);
      const named = description.split(/[\s{}[\]]+/u);
      // The rows of a dataset are those of any list, and a map may have any names.
      const isNamed = member !== 'items' && (Array.isArray(value) || description !== '');
      if (isNamed) expect(named).toEqual(expect.arrayContaining(namesIn(value)));
    }
  });
});
