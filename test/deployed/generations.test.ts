import { setTimeout as sleep } from 'node:timers/promises';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { liveSource } from '#shared/facts/stored-index/items/index-items.ts';
import { blockItem, directoryKey, type OpenList } from '#shared/facts/web-graph/open-lists.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { toListing } from '#test/support/sources/world.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { startDeployedService } from './support/deployed-service.ts';
import { functionNamed } from './support/function-named.ts';
import { beginGeneration, makeTable, sharedTable, switchGeneration } from './support/generations.ts';

/** Questions need not see the latest: what was written may be there a moment later. */
const untilSeen = () => sleep(400);

/** The service as it is deployed, while its index is switched from one table to another. */
describe('the deployed index, in generations', () => {
  const keyword = 'switched under load';
  const sites = { first: 'of-the-first.example', next: 'of-the-next.example' };
  const generation = 'g20260202000000';
  let key: string;

  const write = async (table: string, site: string) => {
    const { documents } = service.running;
    const writer = createIndexWriter({ documents, table, clock: Date.now });
    const listing = toListing({ keyword, listing: [`https://${site}/`, `https://www.${site}/two`] }, 10);
    await writer.writeListing(listing, unitedStates, liveSource);
  };
  const ask = async (tool: string, question: object): Promise<string> => {
    const answer = await fetch(`${service.baseUrl}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
    const text = await answer.text();
    expect({ status: answer.status, text }).toMatchObject({ status: 200 });
    return text;
  };
  const askKeyword = () => ask('inspect_keyword', { keyword });
  const askDomain = () => ask('inspect_domain', { domain: sites.next });

  const service = duringTests(startDeployedService);
  beforeAll(async () => {
    ({ key } = await service.openAccount(2_000));
    await write(service.running.tables.index, sites.first);
    await write(await beginGeneration(service.running, generation), sites.next);
    await switchGeneration(service.running, 'first');
  });

  it('gives each answer from one generation, whenever a container learns of the other', async () => {
    expect(await askKeyword()).toContain(sites.first);
    const answers: string[] = [];
    for (const target of [generation, 'first', generation]) {
      await switchGeneration(service.running, target);
      const asking = Array.from({ length: 6 }, askKeyword);
      await service.running.recycle(functionNamed('inspect-keyword'));
      answers.push(...(await Promise.all(asking)), await askKeyword());
    }
    for (const text of answers)
      expect([text.includes(sites.first), text.includes(sites.next)].filter(Boolean)).toHaveLength(1);
    expect(answers.at(-1)).toContain(sites.next);
  });

  it('answers from the table in force, by the grants of its functions and no other table of such a name', async () => {
    const { permissions } = service.running;
    await service.running.recycle(functionNamed('inspect-domain'));
    expect(await askDomain()).toContain(keyword);
    const table = await sharedTable(service.running);
    const arn = (name: string) => `arn:aws:dynamodb:eu-central-1:000000000000:table/${name}`;
    const may = (resource: string) =>
      permissions.behind({
        functionName: functionNamed('inspect-domain'),
        action: 'dynamodb:Query',
        resource: arn(resource),
      }).length > 0;
    expect(may(table)).toBe(true);
    for (const other of [`${table}0`, `${table}-copy`, 'oriel-dev-index-backup', 'oriel-prod-index'])
      expect(may(other)).toBe(false);
  });

  it('keeps what belongs to accounts where it was: functions of imports may not touch generations', async () => {
    const { permissions, deployment } = service.running;
    const table = await sharedTable(service.running);
    const allowed = deployment.functions
      .filter(
        ({ name }) =>
          permissions.behind({
            functionName: name,
            action: 'dynamodb:GetItem',
            resource: `arn:aws:dynamodb:eu-central-1:000000000000:table/${table}`,
          }).length > 0,
      )
      .map(({ name }) => name);
    expect(allowed).toContain(functionNamed('inspect-domain'));
    for (const own of ['create-upload', 'run-import', 'undo-import', 'list-imports', 'personal-data'])
      expect(allowed).not.toContain(functionNamed(own));
  });

  it('answers of real domains from the table of a release beside it, by the same grants', async () => {
    const table = await makeTable(service.running, 'g20260404000000');
    const counts = { domains: 1, of: 121_000_000, loaded_at: '2026-11-20T10:00:00.000Z' };
    const list: OpenList = { kind: 'ranks', id: 'cc-main-2026-apr-may-jun', table, blocks: 1, ...counts };
    await service.running.putAll?.(table, [
      blockItem(list, 0, [['of-a-release.example', 7, 2.5e7, 9, 0.1, 3]]),
    ]);
    const directory = { ...directoryKey, d: { lists: [list], unfinished: [] }, v: 1 };
    await service.running.putAll?.(service.running.tables.index, [directory]);
    await untilSeen();
    const answer = JSON.parse(await ask('inspect_domain', { domain: 'of-a-release.example' }));
    expect(answer.data.authority.web_graph).toMatchObject({ position: 7, of: 121_000_000, hosts: 3 });
  });

  it('is unhealthy where the table in force does not answer', async () => {
    await switchGeneration(service.running, 'g20260303000000');
    await untilSeen();
    await service.running.recycle(functionNamed('reference'));
    const health = await fetch(`${service.baseUrl}/healthz`);
    expect(await health.json()).toMatchObject({ checks: { index: 'unavailable', accounts: 'ok' } });
    await switchGeneration(service.running, generation);
  });
});
