import type { Caller } from '#test/support/service/callers.ts';
import { auditedHost } from '../audited-site.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import { asking, expectStatus, type Step, step, type Walk } from './walk.ts';
import { expectCode, type Way } from './ways.ts';

const path = '/v1/me/crawls';
const functionName = functionNamed('run-crawls');

/** A crawl of a small site, which its account has paid for. */
async function begin(service: WalkedService, credits = 20): Promise<{ caller: Caller; id: string }> {
  const caller = await service.openAccount(credits);
  return { caller, id: await beginFor(caller) };
}

async function beginFor(caller: Caller): Promise<string> {
  const begun = await caller.post('/v1/tools/crawl_site', { domain: auditedHost, max_pages: 200 });
  return expectStatus(begun, 200).body.data.id;
}

/** The function takes its turn until the crawl is over. */
async function finish(service: WalkedService, caller: Caller, id: string): Promise<string> {
  for (let turn = 0; turn < 10; turn += 1) {
    await service.running.start(functionName);
    const { body } = expectStatus(await caller.get(`${path}/${id}`), 200);
    if (body.ended_at !== null) return body.status;
  }
  throw new Error('The crawl does not end.');
}

async function expectVitals(caller: Caller, id: string): Promise<void> {
  const { body } = expectStatus(await caller.get(`${path}/${id}`), 200);
  const { origin, unanswered } = body.result.field_vitals;
  if (origin?.all.lcp_ms !== 2_000 || unanswered) throw new Error('Not known.');
}

const onCrawl = (does: 'pause' | 'cancel') =>
  asking(200, async (caller) => {
    const id = await beginFor(caller);
    return (asker) => asker.post(`${path}/${id}/${does}`, {});
  });

/** A list of a crawl, whose rows lie beside its pages. */
export function readsListOfCrawl(way: Way): Step {
  return step('reads a list of a crawl', async (service) => {
    const { caller, id } = await begin(service);
    await finish(service, caller, id);
    const { body } = expectStatus(await caller.get(`${path}/${id}`), 200);
    const call = { tool: 'export_dataset', args: { uri: body.result.lists[0].uri } };
    const expectText = async (part: string) => {
      const text = await expectCode(service, way, caller, call);
      if (!text.includes(part)) throw new Error(`Not ${part}: ${text.slice(0, 300)}`);
    };
    await expectText('"available":true');
    await service.operators.loseFiles(`crawls/${caller.accountId}/`);
    await expectText('"available":false');
  });
}

/** What an account does with its crawls. */
export const crawlSteps: Readonly<Record<string, readonly Step[]>> = {
  list_crawls: asking(200, async () => (asker) => asker.get(path)),
  get_crawl: asking(200, async (caller) => {
    const id = await beginFor(caller);
    return (asker) => asker.get(`${path}/${id}`);
  }),
  pause_crawl: onCrawl('pause'),
  resume_crawl: asking(200, async (caller) => {
    const id = await beginFor(caller);
    expectStatus(await caller.post(`${path}/${id}/pause`, {}), 200);
    return (asker) => asker.post(`${path}/${id}/resume`, {});
  }),
  cancel_crawl: onCrawl('cancel'),
  delete_crawl: asking(200, async (caller, service) => {
    const id = await beginFor(caller);
    await finish(service, caller, id);
    return (asker) => asker.delete(`${path}/${id}`);
  }),
};

export const crawlWalk: Walk = {
  name: 'run-crawls',
  steps: [
    step('reads a site to its end, and gives back what was not used', async (service) => {
      const { caller, id } = await begin(service);
      if ((await finish(service, caller, id)) !== 'finished') throw new Error('The crawl failed.');
      if ((await caller.balance()) !== 15) throw new Error('Not all credits came back.');
      await expectVitals(caller, id);
    }),
    step("asks what visitors' browsers measured", async (service) => {
      await service.operators.forgetFetched();
      const { caller, id } = await begin(service);
      await finish(service, caller, id);
      await expectVitals(caller, id);
    }),
    step('compares with the crawl before', async (service) => {
      const { caller, id } = await begin(service, 40);
      await finish(service, caller, id);
      const next = await beginFor(caller);
      await finish(service, caller, next);
      const { body } = expectStatus(await caller.get(`${path}/${next}`), 200);
      if (body.result.changes.crawl_id !== id) throw new Error('It was compared with no other.');
    }),
    step('compares with none whose files are no longer kept', async (service) => {
      const { caller, id } = await begin(service, 40);
      await finish(service, caller, id);
      await service.operators.loseFiles(`crawls/${caller.accountId}/`);
      const next = await beginFor(caller);
      await finish(service, caller, next);
      const { body } = expectStatus(await caller.get(`${path}/${next}`), 200);
      if (body.status !== 'finished' || body.result.changes !== null)
        throw new Error(`Not so: ${JSON.stringify(body).slice(0, 200)}`);
    }),
  ],
};
