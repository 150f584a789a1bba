import { defaults } from '#lib/stage.ts';
import { recentSeconds } from '#shared/callers/answers/recent-answers.ts';
import type { Result } from '../harness/results.ts';
import { usd } from './prices.ts';

type Row = Readonly<Record<string, string | number>>;

/** What no benchmark here can measure, and the model therefore takes as given. */
const assumed = {
  /** Of a function with a warm container; it has 1 GB. */
  functionMs: 150,
  functionGb: 1,
  logBytes: 1_500,
  tracedShare: 0.05,
  /** A posting of 150 bytes under its domain, under its page and in its listing, and 100 of DynamoDB's own for the first two. */
  postingBytes: 3 * 150 + 2 * 100,
  /** Of a usage record. */
  recordBytes: 600,
  /** What gzip leaves of an answer, and how long answers and usage records are kept. */
  packedShare: 0.25,
  keptMonths: 13,
  /** Paid calls of an account in a day: so many answers share a file. */
  callsOfAccountDay: 100,
  /** Records a second of one function with a whole processor: a sixth of what a shared core of this machine does without a database. */
  writtenASecond: 5_000,
  countedASecond: 50_000,
} as const;

/** A read unit is 4 kB read consistently (DynamoDB, "Read consistency"). */
const readUnitBytes = 4_096;
/** Of the function that writes shards, and how many of it run: `functions/maintenance/usage-shard`. */
const shard = { records: 5e5, atOnce: 50, gb: 1.75 } as const;

/** How long a kept answer is an item, and how many of a day go into one file at most: `shared/callers/answers`. */
const keptItem = { days: recentSeconds / 86_400, aFile: 200 } as const;

/** Writes that one item or partition takes in a second (DynamoDB, "Partitions and data distribution"). */
const writesOfPartition = 1_000;
/** Writes of the account's item in a paid call: its hold and its settlement. */
const accountWritesOfCall = 2;

/** Bytes of an account's item as DynamoDB counts them, and of each hold in it. */
const accountItem = { bytes: 757, bytesOfHold: 169 } as const;

/**
 * Paid calls a second of one account whose calls take so long. Its item carries a hold for each that runs,
 * so that it grows with their number and each of its writes costs more units.
 */
function accountCeiling(seconds: number): number {
  const unitsOf = (calls: number) => {
    const bytes = accountItem.bytes + accountItem.bytesOfHold * calls * seconds;
    return accountWritesOfCall * calls * Math.ceil(bytes / 1_024);
  };
  let calls = 1;
  while (unitsOf(calls + 1) <= writesOfPartition) calls += 1;
  return calls;
}

/** Sub-accounts of a busy account, and bytes of one without its holds. */
const subAccounts = { most: 16, bytes: 430 } as const;

/** The same of an account with sub-accounts, which share its calls; a record of each lies in one partition of `usage`. */
function splitCeiling(seconds: number): number {
  const unitsOf = (calls: number) => {
    const ofSub = calls / subAccounts.most;
    const bytes = subAccounts.bytes + accountItem.bytesOfHold * ofSub * seconds;
    return accountWritesOfCall * ofSub * Math.ceil(bytes / 1_024);
  };
  let calls = 1;
  while (calls < writesOfPartition && unitsOf(calls + 1) <= writesOfPartition) calls += 1;
  return calls;
}

/** What one paid call takes of the database, as the bench part `call-cost` measured it. */
interface CallUnits {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly answerBytes: number;
}

/** Dollars for a million such calls, by what they go to. */
function millionCalls({ readUnits, writeUnits, answerBytes }: CallUnits) {
  const { million, gb, gbMonth } = usd;
  return {
    edge:
      million.distributionRequests +
      million.edgeFunctions +
      million.originFunctions +
      million.firewallRequests +
      (answerBytes / 1_000) * gb.sentToCallers,
    api: million.apiRequests,
    function:
      million.functionRequests +
      (assumed.functionMs / 1_000) * assumed.functionGb * million.functionGbSeconds,
    database: writeUnits * million.writeUnits + readUnits * million.readUnits,
    'kept answer': keptAnswers(answerBytes * assumed.packedShare),
    'kept record':
      (assumed.recordBytes / 1_000) * assumed.keptMonths * (gbMonth.table + gbMonth.pointInTimeRecovery),
    'logs, traces': (assumed.logBytes / 1_000) * gb.logged + assumed.tracedShare * million.tracesKept,
  };
}

/** A million answers of so many bytes, beside the write that each is kept by: as items for days, read once, then in files. */
function keptAnswers(bytes: number): number {
  const { million, gbMonth } = usd;
  const gb = bytes / 1_000;
  const asItems = gb * (keptItem.days / 30) * (gbMonth.table + gbMonth.pointInTimeRecovery);
  const inFiles = gb * assumed.keptMonths * gbMonth.objects;
  const reads = (bytes / readUnitBytes) * million.readUnits;
  return asItems + inFiles + reads + million.objectPuts / Math.min(keptItem.aFile, assumed.callsOfAccountDay);
}

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}

/** A million calls of each tool: without and with an Idempotency-Key. */
function callRows(results: readonly Result[]): readonly Row[] {
  return rowsOf(results, 'call-cost').map((row) => {
    const plain = unitsOf(row, 'write units');
    const parts = millionCalls(plain);
    const keyed = millionCalls(unitsOf(row, 'write units, with a key'));
    return {
      tool: String(row.tool),
      ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [`${name} ($)`, dollars(value)])),
      'sum ($)': dollars(sum(parts)),
      'with a key ($)': dollars(sum(keyed)),
    };
  });
}

const unitsOf = (row: Row, writes: string): CallUnits => ({
  readUnits: Number(row['read units']),
  writeUnits: Number(row[writes]),
  answerBytes: Number(row['answer (bytes)']),
});

/** Read units of the question that reads most. */
const mostReadUnits = (results: readonly Result[]) =>
  Math.max(...rowsOf(results, 'call-cost').map((row) => Number(row['read units'])));

/** How many paid calls a second one account and one stage can make, by what ends each. */
function ceilingRows(results: readonly Result[]): readonly Row[] {
  const concurrency = 1_000 / (assumed.functionMs / 1_000);
  return [
    ...[assumed.functionMs, 500, 2_000].map((ms) => ({
      'what ends it': `one account that may run more than 40 calls at once, in sub-accounts, whose calls take ${ms} ms`,
      'paid calls a second': splitCeiling(ms / 1_000),
    })),
    ...[assumed.functionMs, 500, 2_000].map((ms) => ({
      'what ends it': `one account of at most 40 calls at once, whose calls take ${ms} ms: ${accountWritesOfCall} writes a call of its item, ${accountItem.bytes} bytes and ${accountItem.bytesOfHold} for each running call`,
      'paid calls a second': accountCeiling(ms / 1_000),
    })),
    {
      'what ends it': 'functions at once, 1,000 in an account of AWS',
      'paid calls a second': Math.floor(concurrency),
    },
    {
      'what ends it': 'requests of a production stage, by its setting `requestsPerSecond`',
      'paid calls a second': defaults.production.requestsPerSecond,
    },
    {
      'what ends it': 'audits of 28 seconds of a production stage, by its setting `auditConcurrency`',
      'paid calls a second': dollars(defaults.production.auditConcurrency / 28),
    },
    {
      'what ends it': `writes of the table of accounts of a production stage, ${accountWritesOfCall} a call, by its setting \`tableWriteUnits\``,
      'paid calls a second': defaults.production.tableWriteUnits / accountWritesOfCall,
    },
    {
      'what ends it':
        'reads of one table of a production stage, by its setting `tableReadUnits`, if a question reads nowhere else',
      'paid calls a second': Math.floor(defaults.production.tableReadUnits / mostReadUnits(results)),
    },
    {
      'what ends it':
        'imports of 15 minutes of a production stage, by its setting `importConcurrency`; others wait their turn',
      'paid calls a second': dollars(defaults.production.importConcurrency / 900),
    },
    { 'what ends it': 'requests of the API, a region', 'paid calls a second': 10_000 },
  ];
}

/** Storing and loading postings: row by row, and by DynamoDB's import of sorted files. */
function postingRows(results: readonly Result[]): readonly Row[] {
  const imported = rowsOf(results, 'index').find((row) => row['read units'] === 'import, write units a row');
  const unitsARow = Number(imported?.['1,000,000 postings']);
  return [1e6, 1e8, 1e10].map((postings) => {
    const gb = (postings * assumed.postingBytes) / 1e9;
    return {
      postings: postings.toLocaleString('en'),
      'stored (GB)': dollars(gb),
      'a month ($)': dollars(gb * (usd.gbMonth.table + usd.gbMonth.pointInTimeRecovery)),
      'loaded row by row ($)': dollars((postings / 1e6) * unitsARow * usd.million.writeUnits),
      'hours at 4,000 units a second': dollars((postings * unitsARow) / 4_000 / 3_600),
      'imported from files ($)': dollars(gb * usd.gb.importedFromObjects),
    };
  });
}

/** A day's export by shards: counted in one round, written in as many as its shards need. */
function exportRows(): readonly Row[] {
  return [1e6, 1e7, 1e8].map((records) => {
    const shards = Math.ceil(records / shard.records);
    const rounds = Math.ceil(shards / shard.atOnce);
    const counting = records / Math.min(shards, shard.atOnce) / assumed.countedASecond;
    const writing = (rounds * shard.records) / assumed.writtenASecond;
    const readUnits = records * (assumed.recordBytes / readUnitBytes);
    const functionSeconds = records / assumed.countedASecond + records / assumed.writtenASecond;
    return {
      'records a day': records.toLocaleString('en'),
      shards,
      minutes: dollars((counting + writing) / 60),
      'read units a second': Math.round(readUnits / writing),
      'reads ($)': dollars(((2 * readUnits) / 1e6) * usd.million.readUnits),
      'functions ($)': dollars(((functionSeconds * shard.gb) / 1e6) * usd.million.functionGbSeconds),
    };
  });
}

/** A month of a stage that nobody calls. */
function quietRows(results: readonly Result[]): readonly Row[] {
  const count = (what: string) => Number(rowsOf(results, 'stage').find((row) => row.what === what)?.measured);
  const canaryCalls = count('requests of the canary a month');
  const { million, month } = usd;
  const perRequest =
    million.apiRequests + million.functionRequests + million.distributionRequests + million.firewallRequests;
  const parts = {
    [`metrics under alarm, ${count('metrics under alarm')}`]:
      count('metrics under alarm') * month.alarmMetric,
    [`alarms over several, ${count('alarms over several')}`]:
      count('alarms over several') * month.compositeAlarm,
    [`firewall with ${count('rules of the firewall')} rules`]:
      month.firewall + count('rules of the firewall') * month.firewallRule,
    [`secrets, ${count('secrets')}`]: count('secrets') * month.secret,
    'encryption key': month.key,
    [`canary, ${canaryCalls.toLocaleString('en')} requests`]: (canaryCalls / 1e6) * perRequest,
  };
  return [...Object.entries(parts), ['sum', sum(parts)] as const].map(([part, value]) => ({
    part,
    'a month ($)': dollars(value),
  }));
}

/** The best million domains and a whole release, of which the bench measured a part with as many links a domain. */
function openDataRows(results: readonly Result[]): readonly Row[] {
  const measured = (what: string) => {
    const row = rowsOf(results, 'open-graph').find((found) => found.what === what);
    return {
      domains: Number(row?.domains),
      links: Number(row?.links),
      gb: Number(row?.['kept (MB)']) / 1_000,
    };
  };
  const [ranks, graph] = [measured('ranks'), measured('graph')];
  const tiers = [
    { 'what is loaded': 'ranks of the best 1,000,000', gb: (ranks.gb / ranks.domains) * 1e6 },
    { 'what is loaded': 'a release of 3,902,808,757 links', gb: (graph.gb / graph.links) * 3_902_808_757 },
  ];
  return tiers.map(({ gb, ...tier }) => ({
    ...tier,
    'stored (GB)': dollars(gb),
    'imported ($)': dollars(gb * textOfBytes * usd.gb.importedFromObjects),
    'a month ($)': dollars(gb * usd.gbMonth.table),
    'a million summaries ($)': dollars(summaryUnits * usd.million.readUnits),
  }));
}

/** Bytes as base64 in the text that is imported, and read units of the directory of lists with a summary. */
const textOfBytes = 4 / 3;
const summaryUnits = 1;

function rowsOf(results: readonly Result[], part: Result['part']): readonly Row[] {
  const rows = results.find((result) => result.part === part)?.tables[0]?.rows;
  if (!rows) throw new Error(`The part ${part} of the benchmark has never run.`);
  return rows;
}

const dollars = (value: number) => Math.round(value * 100) / 100;

/** The tables of `docs/capacity.md`, by the mark that each stands between. */
export function capacityTables(results: readonly Result[]): Readonly<Record<string, readonly Row[]>> {
  return {
    calls: callRows(results),
    ceilings: ceilingRows(results),
    postings: postingRows(results),
    exports: exportRows(),
    'open data': openDataRows(results),
    quiet: quietRows(results),
  };
}
