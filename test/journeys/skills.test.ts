import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as v from 'valibot';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

/** The extension's published shapes (modelcontextprotocol/ext-skills, specification/stable, 2026-09). */
const file = v.strictObject({
  uri: v.string(),
  digest: v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/u)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const skill = v.strictObject({
  uri: v.string(),
  frontmatter: v.looseObject({ name: v.string(), description: v.string() }),
  resources: v.union([v.pipe(v.array(file), v.minLength(1), v.maxLength(512)), v.literal('dynamic')]),
});
const cacheable = { ttlMs: v.number(), cacheScope: v.picklist(['public', 'private']) };
const listed = v.looseObject({ skills: v.array(skill), ...cacheable });
const got = v.looseObject({ skill, ...cacheable });

describe.each(['auto', 'legacy'] as const)('skills over MCP, revision chosen by %s', (mode) => {
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    service = await startService();
    const { key } = await service.openAccount(10);
    client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { requestInit: { headers } }),
    );
  });
  afterAll(async () => {
    await client.close();
    await service.stop();
  });

  const list = () => client.request({ method: 'skills/list', params: {} }, listed);
  const get = (uri: string) => client.request({ method: 'skills/get', params: { uri } }, got);

  it('are declared by their extension', () => {
    expect(client.getServerCapabilities()).toMatchObject({
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': {} },
    });
  });

  it('are listed as the schema of the extension has them, and got one by one the same', async () => {
    const { skills } = await list();
    expect(skills).toHaveLength(3);
    for (const each of skills) expect((await get(each.uri)).skill).toEqual(each);
  });

  it('are read as plain resources whose bytes have the digest of the entry', async () => {
    const { skills } = await list();
    const { resources } = await client.listResources();
    for (const { uri, frontmatter, resources: files } of skills) {
      expect(resources).toContainEqual(
        expect.objectContaining({ uri, name: frontmatter.name, mimeType: 'text/markdown' }),
      );
      const { contents } = await client.readResource({ uri });
      const text = String((contents[0] as { text?: string }).text);
      const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
      expect(files).toEqual([{ uri, digest, size: Buffer.byteLength(text) }]);
    }
  });

  it('refuse what is none with -32602', async () => {
    await expect(get('skill://no-such-skill/SKILL.md')).rejects.toMatchObject({ code: -32602 });
  });
});
