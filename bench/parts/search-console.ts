import { createConnectionStore } from '#shared/facts/search-console/connection-store.ts';
import { dayOf } from '#shared/facts/search-console/day-ranges.ts';
import { newProperty, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { createKeptRows } from '#shared/facts/search-console/kept-rows.ts';
import { createSearchConsoleApi } from '#shared/facts/search-console/search-console-api.ts';
import { syncProperty } from '#shared/facts/search-console/sync-property.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { usd } from '../capacity/prices.ts';
import { type Part, rounded, type Table } from '../harness/report.ts';
import { generatedConsole } from '../search-console/generated-console.ts';
import { meteredTable } from '../search-console/metered-table.ts';

/** Rows of queries of pages that a site has each day, days of its first sync, and days after it, one sync each. */
interface Size {
  readonly rows: number;
  readonly days: number;
  readonly after: number;
}

const sizes: readonly Size[] = [
  { rows: 1_000, days: 480, after: 28 },
  { rows: 10_000, days: 120, after: 7 },
  { rows: 50_000, days: 30, after: 3 },
];
const longSizes: readonly Size[] = sizes.map(({ rows }) => ({ rows, days: 480, after: 28 }));

const accountId = 'acct_bench';
const property = 'sc-domain:shop.example';
const lastDay = dayOf('2026-11-20');
const dayMs = 86_400_000;
const sixteenMonths = 480;
/** Requests of a connection a minute. */
const pace = 1_000;

interface Spent {
  readonly requests: number;
  readonly written: number;
  readonly read: number;
  readonly seconds: number;
}

async function measureSize({ rows, days, after }: Size) {
  const metered = meteredTable();
  const { table } = metered;
  const store = createConnectionStore(table);
  const time = { now: lastDay * dayMs + dayMs * 3 };
  const count = { requests: 0 };
  const site = generatedConsole(rows, () => Math.floor(time.now / dayMs) - 3, lastDay - days + 1);
  const api = createSearchConsoleApi({
    apiUrl: site.origin,
    pause: async () => {},
    token: async () => 'token',
    requestsPerMinute: Number.MAX_SAFE_INTEGER,
    onRequest: () => {
      count.requests += 1;
    },
  });
  const parts = {
    accountId,
    table,
    store,
    rows: createKeptRows(table, ownPartPartition(accountId, propertyIdOf(property))),
    api,
    clock: () => time.now,
    isOver: () => false,
    onStep: async () => {},
  };
  const spend = async (work: () => Promise<unknown>): Promise<Spent> => {
    const [units, requests, start] = [{ ...metered.units }, count.requests, process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(start);
    return {
      requests: count.requests - requests,
      written: metered.units.written - units.written,
      read: metered.units.read - units.read,
      seconds: (user + system) / 1e6,
    };
  };
  const undo = site.answerFetches();
  try {
    let kept = await store.saveProperty(accountId, undefined, newProperty(property, lastDay - days + 1));
    const first = await spend(async () => {
      kept = await syncProperty(parts, kept);
    });
    const firstBytes = metered.bytes();
    const daily = await spend(async () => {
      for (let day = 0; day < after; day += 1) {
        time.now += dayMs;
        kept = await syncProperty(parts, kept);
      }
    });
    return { rows, days, after, first, daily, firstBytes, bytes: metered.bytes() };
  } finally {
    undo();
  }
}

type Measured = Awaited<ReturnType<typeof measureSize>>;

function tablesOf(measured: readonly Measured[]): Table[] {
  const gb = 1024 ** 3;
  return [
    {
      title: 'First sync of a connected site',
      method: `Sixteen months (${sixteenMonths} days) of web search, reckoned from the days that were synced; the answers are generated and read through the real client, the table is in memory and counts units as DynamoDB does. The time is the longer of Google's pace (${pace} requests a minute) and the processor's.`,
      rows: measured.map(({ rows, days, first, firstBytes }) => {
        const scale = sixteenMonths / days;
        const requests = first.requests * scale;
        const written = first.written * scale;
        return {
          'rows a day': rows,
          'days synced': days,
          requests: Math.round(requests),
          'write units': Math.round(written),
          'read units': Math.round(first.read * scale),
          'write units a day of the site': Math.round(first.written / days),
          'kept (MB) of the days synced': rounded(firstBytes / 1024 ** 2),
          'minutes by pace': rounded(requests / pace),
          'minutes of processor': rounded((first.seconds * scale) / 60),
          'dollars, once': rounded(
            (written * usd.million.writeUnits + first.read * scale * usd.million.readUnits) / 1e6,
            3,
          ),
        };
      }),
    },
    {
      title: 'A connected site in a month',
      method:
        'Thirty days after the first sync, reckoned from those that were synced: the new day, the three before it again, what the tools are given (each day of a small site, each week of a large one), weeks and months put together and old days removed.',
      rows: measured.map(({ rows, after, daily, bytes }) => {
        const scale = 30 / after;
        const written = daily.written * scale;
        const read = daily.read * scale;
        const seconds = daily.seconds * scale;
        const units = (written * usd.million.writeUnits + read * usd.million.readUnits) / 1e6;
        const work = (seconds * 2 * usd.million.functionGbSeconds) / 1e6;
        const store = (bytes / gb) * usd.gbMonth.table;
        return {
          'rows a day': rows,
          'days synced': after,
          requests: Math.round(daily.requests * scale),
          'write units': Math.round(written),
          'read units': Math.round(read),
          'kept (MB)': rounded(bytes / 1024 ** 2),
          'processor (s)': Math.round(seconds),
          'units ($)': rounded(units, 3),
          'function ($)': rounded(work, 3),
          'storage ($)': rounded(store, 3),
          'sum ($)': rounded(units + work + store, 3),
        };
      }),
    },
  ];
}

/** What a connected site costs: requests to Google, units, bytes and dollars, by the rows that it has each day. */
export const searchConsole: Part = {
  isSlow: true,
  versionsOf: [],
  async measure(isLong) {
    const measured: Measured[] = [];
    for (const size of isLong ? longSizes : sizes) measured.push(await measureSize(size));
    return tablesOf(measured);
  },
};
