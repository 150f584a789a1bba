import { createHash } from 'node:crypto';
import { skillPlans, skillsFor } from '#functions/mcp/skills.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { fieldNames } from '#shared/calls/admit-call.ts';
import { countTokens } from '#test/support/count-tokens.ts';

const skills = skillsFor(toolCatalog.map((tool) => ({ tool })));

/** The calls that a file names, as a model reads them. */
function callsIn(text: string) {
  return [...text.matchAll(/^\d+\. `(?<tool>[a-z_]+)` with (?<args>[^(]*)\((?<price>[^)]*)\)/gmu)].map(
    ({ groups: { tool = '', args = '', price = '' } = {} }) => ({
      tool,
      args: [...args.matchAll(/`([a-z_]+)`/gu)].map(([, name]) => name ?? ''),
      price,
    }),
  );
}

describe.each(skills.map((skill) => [skill.frontmatter.name, skill] as const))(
  'the skill %s',
  (name, skill) => {
    const calls = callsIn(skill.text);

    it('names tools and fields that there are, each with its price', () => {
      expect(calls.length).toBeGreaterThan(2);
      for (const { tool: named, args, price } of calls) {
        const tool = toolCatalog.find((each) => each.name === named);
        if (!tool) throw new Error(`There is no tool ${named}.`);
        expect(fieldNames(tool.input)).toEqual(expect.arrayContaining(args));
        expect(price).toMatch(tool.credits === 0 ? /^free$/u : new RegExp(`^${tool.credits} credits`, 'u'));
      }
    });

    it('says what all of it costs at most', () => {
      const plan = skillPlans.find((each) => each.name === name);
      const total = plan?.steps.reduce((sum, { tool, times = 1 }) => {
        return sum + times * (toolCatalog.find((each) => each.name === tool)?.credits ?? Number.NaN);
      }, 0);
      expect(skill.frontmatter.metadata.credits).toBe(String(total));
      expect(skill.text).toContain(`at most ${total} credits`);
    });

    it('has the frontmatter that its entry has, and a name that agents accept', () => {
      const [, yaml = ''] = skill.text.split('---\n');
      const [first, second, third, fourth] = yaml.split('\n');
      expect(first).toBe(`name: ${skill.frontmatter.name}`);
      expect(JSON.parse(second?.replace('description: ', '') ?? '')).toBe(skill.frontmatter.description);
      expect([third, fourth]).toEqual(['metadata:', `  credits: "${skill.frontmatter.metadata.credits}"`]);
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(skill.frontmatter.description.length).toBeLessThanOrEqual(1_024);
      expect(skill.uri).toBe(`skill://${name}/SKILL.md`);
    });

    it('has the digest and the size of its bytes', () => {
      const hex = createHash('sha256').update(skill.text).digest('hex');
      const size = Buffer.byteLength(skill.text);
      expect(skill.resources).toEqual([{ uri: skill.uri, digest: `sha256:${hex}`, size }]);
    });

    it('costs an agent less than 900 tokens when it is loaded, and less than 120 before', () => {
      expect(countTokens(skill.text)).toBeLessThan(900);
      expect(countTokens(skill.frontmatter.description)).toBeLessThan(120);
    });
  },
);

describe('skills', () => {
  it('are three, and leave out those with a tool that the caller may not call', () => {
    expect(skills).toHaveLength(3);
    const without = toolCatalog.filter(({ name }) => name !== 'audit_site').map((tool) => ({ tool }));
    expect(skillsFor(without).map(({ frontmatter }) => frontmatter.name)).not.toContain(
      'audit-and-fix-a-site',
    );
  });
});
