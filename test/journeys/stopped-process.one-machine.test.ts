import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { toolTimeoutSeconds } from '#shared/contract/tool.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';

const calls = 40;
const words = ['running shoes', 'hiking boots', 'rain jacket', 'tent', 'backpack'];

interface Told {
  readonly status: number;
  readonly charged: number;
  readonly text: string;
  readonly requestId: string;
}

/** Whether a refusal says that it cost nothing. */
const saysFree = (status: number, text: string) =>
  text.includes('othing was charged') || (status >= 400 && text.includes('"credits_charged":0'));

describe('a process that stands still while it answers', () => {
  it('tells of no call that nothing was charged where a charge stands', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-stopped-'));
    const server = startServerProcess({ PORT: '0', DATA_DIR: folder });
    try {
      const { base_url: baseUrl, api_key: key } = await server.ready();
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const get = async <Body>(path: string, body: v.GenericSchema<unknown, Body>): Promise<Body> =>
        v.parse(body, await (await fetch(`${baseUrl}${path}`, { headers })).json());
      const balance = async () => (await get('/v1/me/credits', v.object({ balance: v.number() }))).balance;
      const kept = v.object({ credits_charged: v.number() });
      const ask = async (at: number): Promise<Told> => {
        const body = JSON.stringify({ keyword: `${words[at % words.length]} ${at}` });
        const answer = await fetch(`${baseUrl}/v1/tools/inspect_keyword`, { method: 'POST', headers, body });
        return {
          status: answer.status,
          charged: Number(answer.headers.get('x-credits-charged')),
          text: await answer.text(),
          requestId: answer.headers.get('x-request-id') ?? '',
        };
      };
      await ask(0);
      const before = await balance();
      const asked = Array.from({ length: calls }, async (_, at) => {
        // Some have been answered, some have begun, and some have only been sent when it stops.
        await sleep(at * 12);
        return ask(at);
      });
      await sleep(300);
      server.child.kill('SIGSTOP');
      await sleep((toolTimeoutSeconds + 1) * 1_000);
      server.child.kill('SIGCONT');
      const told = await Promise.all(asked);
      expect(told).toHaveLength(calls);
      let charged = 0;
      for (const { status, text, requestId, ...answer } of told) {
        const call = await get(`/v1/me/calls/${requestId}`, kept);
        charged += call.credits_charged;
        if (saysFree(status, text)) expect([requestId, call.credits_charged]).toEqual([requestId, 0]);
        if (status === 200) expect([requestId, answer.charged]).toEqual([requestId, call.credits_charged]);
      }
      expect(await balance()).toBe(before - charged);
    } finally {
      server.child.kill('SIGCONT');
      await server.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
