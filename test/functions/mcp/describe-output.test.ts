import * as v from 'valibot';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import exampleAnswers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';

const outputShape = v.strictObject({
  type: v.literal('object'),
  properties: v.strictObject({ data: v.strictObject({ description: v.string() }) }),
});

function namedIn(name: string) {
  const tool = toolCatalog.find((each) => each.name === name);
  const { properties } = v.parse(outputShape, tool && describeTool(tool).outputSchema);
  return properties.data.description.split(' ');
}

describe('the output schema of a tool', () => {
  it('names the lists and objects of an answer, and leaves out what was asked', () => {
    expect(namedIn('inspect_domain')).toEqual(expect.arrayContaining(['summary', 'top_keywords']));
    expect(namedIn('inspect_domain')).not.toContain('location');
    expect(namedIn('inspect_keyword')).not.toContain('monthly_volume');
  });

  it.each(Object.entries(exampleAnswers))(
    'of %s names every list and object of its example answer',
    (name, { data }) => {
      const nested = Object.entries(data).flatMap(([member, value]) =>
        typeof value === 'object' && value !== null ? member : [],
      );
      expect(namedIn(name)).toEqual(expect.arrayContaining(nested));
    },
  );
});
