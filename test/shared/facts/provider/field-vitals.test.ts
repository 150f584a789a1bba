import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { readSettings } from '#local/settings.ts';
import { createFieldVitals, parseCruxAccount } from '#shared/facts/provider/crux/crux-vitals.ts';
import { type CruxFault, startFakeCrux } from '#test/support/crux/fake-crux.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();
const crux = duringTests(() =>
  startFakeCrux({
    'https://known.example': 2_063,
    'https://known.example/': 1_900,
    'https://known.example/slow': 5_200,
  }),
);

let today = Date.UTC(2026, 10, 20);
const lines: string[] = [];
const log = {
  warn: (message: string, facts: object) => lines.push(`warn ${message} ${JSON.stringify(facts)}`),
  error: (message: string, facts: object) => lines.push(`error ${message} ${JSON.stringify(facts)}`),
};

function reader(
  secret: Parameters<typeof createFieldVitals>[0]['secret'] = async () => JSON.stringify(crux.account),
) {
  const { documents, tables } = database;
  const signal = AbortSignal.timeout(120_000);
  return createFieldVitals({ secret, documents, factsTable: tables.facts, clock: () => today, log, signal });
}

const known = {
  origin: 'https://known.example',
  home: 'https://known.example/',
  pages: ['https://known.example/', 'https://known.example/slow', 'https://known.example/rare'],
};
const unknown = (host: string) => ({ origin: `https://${host}`, home: `https://${host}/`, pages: [] });

beforeEach(async () => {
  crux.state.fault = undefined;
  crux.requests.length = 0;
  lines.length = 0;
  const gate = { pk: 'upstream#crux', sk: 'gate' };
  await database.documents.send(new DeleteCommand({ TableName: database.tables.facts, Key: gate }));
});

describe('field vitals of the Chrome UX Report', () => {
  it('are told as documented, origin and home page by device, each asked once a day', async () => {
    const answer = await reader().read(known);
    expect(answer?.known.map(({ level, url }) => `${level} ${url}`)).toEqual([
      'origin https://known.example',
      'page https://known.example/',
      'page https://known.example/slow',
    ]);
    expect(answer?.known[0]?.devices.phone).toEqual({
      from: '2026-10-23',
      to: '2026-11-19',
      vitals: {
        lcp_ms: { p75: 2_063, good: 0.7012, needs_improvement: 0.2, poor: 0.0988 },
        inp_ms: { p75: 150, good: 0.9, needs_improvement: 0.1, poor: 0 },
        cls: { p75: 0.04, good: 0.8, needs_improvement: 0.15, poor: 0.05 },
        fcp_ms: { p75: 1_700, good: 0.6, needs_improvement: 0.3, poor: 0.1 },
      },
    });
    expect(Object.keys(answer?.known[2]?.devices ?? {})).toEqual(['all']);
    expect(answer?.unanswered).toEqual([]);
    expect([...crux.requests].sort()).toEqual([
      'https://known.example ALL',
      'https://known.example DESKTOP',
      'https://known.example PHONE',
      'https://known.example/ ALL',
      'https://known.example/ DESKTOP',
      'https://known.example/ PHONE',
      'https://known.example/rare ALL',
      'https://known.example/slow ALL',
    ]);
    expect(await reader().read(known)).toEqual(answer);
    expect(crux.requests).toHaveLength(8);
    today += 25 * 3_600_000;
    await reader().read(known);
    expect(crux.requests).toHaveLength(16);
  });

  it('are none where too few visitors came, which is kept as well', async () => {
    const none = { known: [], unanswered: [], isConnected: true };
    expect(await reader().read(unknown('rare.example'))).toEqual(none);
    expect(await reader().read(unknown('rare.example'))).toEqual(none);
    expect(crux.requests).toHaveLength(2);
  });

  it('are not asked for without a key', async () => {
    const nothing = { known: [], unanswered: [], isConnected: false };
    expect(await reader(async () => undefined).read(known)).toEqual(nothing);
    expect(await reader(() => Promise.reject(new Error('no secret'))).read(known)).toEqual(nothing);
    expect(crux.requests).toEqual([]);
    expect(parseCruxAccount('{"seed":"made with the stack"}')).toBeUndefined();
    expect(readSettings({}).cruxSecret).toBeUndefined();
    const { cruxSecret = '' } = readSettings({ CRUX_API_KEY: 'k', CRUX_BASE_URL: 'http://127.0.0.1:1' });
    expect(parseCruxAccount(cruxSecret)).toEqual({ api_key: 'k', base_url: 'http://127.0.0.1:1' });
  });

  it.each<CruxFault>([
    'quota',
    'forbidden',
    'bad key',
    'down',
    'malformed',
    'not its own 404',
    'hangs',
    'floods',
  ])('tells which addresses got no answer, and wakes nobody (%s)', async (fault) => {
    crux.state.fault = fault;
    const host = `${fault.replaceAll(' ', '-')}.example`;
    const answer = await reader().read(unknown(host));
    expect(answer).toEqual({
      known: [],
      unanswered: [`https://${host}`, `https://${host}/`],
      isConnected: true,
    });
    expect(lines.filter((line) => line.startsWith('error') || line.includes('signal'))).toEqual([]);
  });

  it('leave Google alone for a while after it has refused the key or the rate', async () => {
    crux.state.fault = 'quota';
    await reader().read(unknown('first.example'));
    const asked = crux.requests.length;
    crux.state.fault = undefined;
    expect((await reader().read(unknown('second.example')))?.unanswered).toHaveLength(2);
    expect(crux.requests).toHaveLength(asked);
    today += 61_000;
    expect((await reader().read(known))?.unanswered).toEqual([]);
  });
});
