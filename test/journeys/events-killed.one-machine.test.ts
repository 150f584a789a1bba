import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { listenOnLoopback } from '#test/support/listen.ts';
import { type ServerProcess, startServerProcess } from '#test/support/service/server-process.ts';

const receiverHost = 'events-receiver.com';
const keywords = ['running shoes', 'hiking boots', 'rain jacket', 'tent', 'backpack', 'trail shoes'];
/** Milliseconds after the trackers were told to ask: before they ask, while they do, and while their events go out. */
const killedAfter = [40, 250, 600, 1_100, 1_800, 2_600];

const event = v.object({ id: v.string(), number: v.number(), type: v.string(), data: v.unknown() });
const page = v.object({ events: v.array(event), next: v.number(), more: v.boolean() });
const answered = v.object({ request_id: v.string() });
const asked = v.object({ outcome: v.string(), request_id: v.nullable(v.string()) });
const envelope = v.object({ data: event });

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Takes what it is sent; every third message it takes too, and says that it did not. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(headers), body });
    response.writeHead(received.length % 3 === 0 ? 503 : 200).end(body);
  });
  return { port: await listenOnLoopback(server), received, server };
}

/** The service in a process that is killed and started again; its caller reaches whichever runs. */
function openMachine(env: NodeJS.ProcessEnv) {
  let server: ServerProcess = startServerProcess(env);
  const ask = async <Body>(
    method: string,
    path: string,
    answer: v.GenericSchema<unknown, Body>,
    sent?: object,
  ) => {
    const { base_url: baseUrl, api_key: key } = await server.ready();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = sent && { body: JSON.stringify(sent) };
    return v.parse(answer, await (await fetch(`${baseUrl}${path}`, { method, headers, ...body })).json());
  };
  return {
    ask,
    stop: (signal: NodeJS.Signals) => server.kill(signal),
    async restart(secondsLater = 0) {
      server = startServerProcess({ ...env, CLOCK_OFFSET_SECONDS: String(secondsLater) });
      await server.ready();
    },
  };
}

type Machine = ReturnType<typeof openMachine>;

async function eventsOf({ ask }: Machine) {
  const { events } = await ask('GET', '/v1/me/events?limit=500', page);
  return events;
}

const answersOf = async (machine: Machine) =>
  (await eventsOf(machine)).filter(({ type }) => type === 'tracker.answered');

/** Whether every tracker has its answer and every event of one was taken. */
async function isAllTold(machine: Machine, received: readonly Received[]): Promise<boolean> {
  const trackers = await machine.ask('GET', '/v1/me/trackers', v.array(v.object({ last: asked })));
  const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
  const events = await answersOf(machine);
  return trackers.every(({ last }) => last.outcome === 'asked') && events.every(({ id }) => ids.has(id));
}

/**
 * Later and later, since what a killed process had taken to send is due again after ten minutes, and what
 * waits for a destination that fails after an hour; looks seldom, since looking is counted.
 */
async function untilAllTold(machine: Machine, received: readonly Received[]): Promise<void> {
  for (let hours = 1; !(await isAllTold(machine, received)); hours += 1) {
    await machine.stop('SIGTERM');
    await machine.restart(hours * 3_900);
    for (let looks = 0; looks < 6 && !(await isAllTold(machine, received)); looks += 1) await sleep(2_000);
  }
}

describe('a service that is killed while events are made and sent', () => {
  it('tells of every answer of a tracker once by id, signed, and of nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-events-killed-'));
    const receiver = await startReceiver();
    const machine = openMachine({
      PORT: '0',
      DATA_DIR: folder,
      CRAWL_RESOLVE: `${receiverHost}:80=127.0.0.1:${receiver.port}`,
    });
    try {
      const made = v.object({ destination: v.object({ id: v.string() }), secret: v.string() });
      const hook = { kind: 'webhook', url: `http://${receiverHost}/hook`, types: ['tracker.answered'] };
      const { destination, secret } = await machine.ask('POST', '/v1/me/destinations', made, hook);
      await machine.ask('POST', `/v1/me/destinations/${destination.id}/verify`, v.unknown(), {});
      // Far from today, so that the schedule asks nothing beside.
      const day = ((new Date().getUTCDate() + 14) % 28) + 1;
      const trackers: string[] = [];
      for (const keyword of keywords) {
        const schedule = { every: 'month', at: '00:00', day, time_zone: 'UTC' };
        const question = { name: keyword, tool: 'inspect_keyword', args: { keyword }, schedule };
        const sent = { ...question, monthly_budget: 50 };
        trackers.push((await machine.ask('POST', '/v1/me/trackers', v.object({ id: v.string() }), sent)).id);
      }
      for (const after of killedAfter) {
        for (const id of trackers) await machine.ask('POST', `/v1/me/trackers/${id}/run`, v.unknown());
        await sleep(after);
        await machine.stop('SIGKILL');
        await machine.restart();
      }
      await untilAllTold(machine, receiver.received);
      const told = await answersOf(machine);
      expect(told.length).toBeGreaterThan(trackers.length);

      const all = await eventsOf(machine);
      expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
      const histories = await Promise.all(
        trackers.map((id) => machine.ask('GET', `/v1/me/trackers/${id}/history`, v.array(asked))),
      );
      const answers = histories.flat().flatMap(({ request_id: id }) => (id === null ? [] : [id]));
      const causes = told.map(({ data }) => v.parse(answered, data).request_id);
      expect(new Set(causes).size).toBe(causes.length);
      expect(answers.filter((id) => !causes.includes(id))).toEqual([]);

      const messages = receiver.received.filter(({ body }) => body.includes('tracker.answered'));
      for (const { headers, body } of messages) {
        const { data } = v.parse(envelope, JSON.parse(body));
        // Not verified, which refuses what is signed by a later clock than this one.
        const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
        expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(data.id, at, body));
        expect([headers['webhook-id'], told.some(({ id }) => id === data.id)]).toEqual([data.id, true]);
      }
    } finally {
      await machine.stop('SIGTERM');
      receiver.server.closeAllConnections();
      receiver.server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
