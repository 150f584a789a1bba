import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { postmanCollection } from '#clients/generator/postman-collection.ts';
import { readApi } from '#clients/generator/read-api.ts';
import { testService } from '#test/support/service/running-service.ts';

const header = v.object({ key: v.string(), value: v.string() });
const bearer = v.object({ bearer: v.tuple([header]) });
const entry = v.object({
  name: v.string(),
  request: v.object({
    method: v.string(),
    header: v.array(header),
    url: v.object({
      raw: v.string(),
      variable: v.array(v.object({ key: v.string() })),
    }),
    body: v.optional(v.object({ mode: v.literal('raw'), raw: v.string() })),
  }),
});
const folder = v.object({ name: v.string(), auth: v.optional(bearer), item: v.array(entry) });
const collectionShape = v.object({ auth: bearer, variable: v.array(header), item: v.array(folder) });
type Folder = v.InferOutput<typeof folder>;

describe('the Postman collection', () => {
  let collection: v.InferOutput<typeof collectionShape>;
  let variables: Record<string, string>;
  const service = testService();
  beforeAll(async () => {
    const owner = await service.openAccount(200, ['backlinks']);
    const { body } = await owner.post('/v1/me/api-credentials', { name: 'CI', mode: 'test' });
    const openApi: unknown = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
    collection = v.parse(collectionShape, JSON.parse(postmanCollection(readApi(openApi))));
    variables = {
      ...Object.fromEntries(collection.variable.map(({ key, value }) => [key, value])),
      ...{ baseUrl: '', apiKey: owner.key, testKey: body.key },
    };
  });

  /** A text with its variables, as Postman fills them in. */
  const filled = (text: string) =>
    text.replaceAll(/\{\{(?<name>[$\w]+)\}\}/gu, (_match, name: string) => {
      const value = name === '$guid' ? crypto.randomUUID() : variables[name];
      if (value === undefined) throw new Error(`There is no variable ${name}.`);
      return value;
    });

  function send(
    { request: { method, header: headers, url, body } }: Folder['item'][number],
    { auth }: Folder,
  ) {
    const [{ value: key }] = (auth ?? collection.auth).bearer;
    return service.send(filled(url.raw), {
      method,
      headers: {
        authorization: filled(`Bearer ${key}`),
        ...Object.fromEntries(headers.map(({ key: name, value }) => [name, filled(value)])),
      },
      ...(body && { body: filled(body.raw) }),
    });
  }

  const folderOf = (name: string) => {
    const found = collection.item.find((each) => each.name === name);
    if (!found) throw new Error(`There is no folder ${name}.`);
    return found;
  };

  it('asks every tool with success, as a test key may', async () => {
    // No deployed stage audits sites of the sample market for a live key.
    const tools = { ...folderOf('Tools'), auth: folderOf('Failures on demand').auth };
    expect(tools.item.length).toBeGreaterThan(11);
    for (const each of tools.item)
      expect([each.name, (await send(each, tools)).status]).toEqual([each.name, 200]);
  });

  it('reads and makes what an account has', async () => {
    const account = folderOf('Account');
    const whole = account.item.filter(({ request }) => request.url.variable.length === 0);
    expect(whole.length).toBeGreaterThan(6);
    const outcomes = new Map<string, string>();
    for (const each of whole) outcomes.set(each.name, String((await send(each, account)).status));
    // The token of the example opens nothing here.
    expect(outcomes.get('Open a shared answer')).toBe('404');
    outcomes.delete('Open a shared answer');
    // Nobody has given this service a Google client.
    for (const name of [
      'Connect Search Console',
      'Disconnect Search Console',
      'Choose the properties to sync',
    ]) {
      expect([name, outcomes.get(name)]).toEqual([name, '422']);
      outcomes.delete(name);
    }
    // The example's receiver is on no public address, which a stage asks for at once.
    expect(outcomes.get('Add a destination')).toMatch(/^(?:201|422)$/u);
    outcomes.delete('Add a destination');
    for (const [name, status] of outcomes)
      expect([name, status]).toEqual([name, expect.stringMatching(/^20[01]$/u)]);
  });

  it('plays every failure to a test key, and a lost answer comes when it is sent again', async () => {
    const failures = folderOf('Failures on demand');
    const statuses = new Map<string, number[]>();
    for (const each of failures.item.filter(({ name }) => name !== 'slow'))
      for (const _time of [1, 2]) {
        const { status } = await send(each, failures);
        statuses.set(each.name, [...(statuses.get(each.name) ?? []), status]);
      }
    expect(Object.fromEntries(statuses)).toEqual({
      insufficient_credits: [402, 402],
      rate_limited: [429, 429],
      upstream_unavailable: [503, 503],
      answer_lost: [504, 200],
      cut_stream: [200, 200],
    });
  });
});
