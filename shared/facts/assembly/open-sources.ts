import { isDeepStrictEqual } from 'node:util';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import {
  type IndexTableOptions,
  type Item,
  sampleSource,
} from '#shared/facts/stored-index/items/index-items.ts';
import {
  broughtKey,
  importPartition,
  markerKey,
  ownPartition,
} from '#shared/facts/stored-index/items/keys.ts';
import { createOwnBacklinks } from '#shared/facts/stored-index/own-links.ts';
import { createPostingOrigin } from '#shared/facts/stored-index/questions/domain-head.ts';
import { createIndexNotes, storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import { createGatheringReader, type IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ProviderUse, Sources, WebGraph } from '../ports/sources.ts';
import type { OpenTable } from '../web-graph/loaded-releases.ts';
import type { OpenLive } from './live-sources.ts';
import { perTable, type SourceOptions } from './per-table.ts';

/** Open data about domains. Its code is read with the first question. */
export function webGraphOn(openTable: OpenTable): WebGraph {
  let reading: Promise<WebGraph> | undefined;
  const opened = () => {
    reading ??= import('#shared/facts/web-graph/graph-questions.ts').then((read) =>
      read.createGraphQuestions(openTable),
    );
    return reading;
  };
  return {
    authority: async (...question) => (await opened()).authority(...question),
    referringDomains: async (...question) => (await opened()).referringDomains(...question),
    linkChanges: async (...question) => (await opened()).linkChanges(...question),
    gap: async (...question) => (await opened()).gap(...question),
    linkedTogether: async (...question) => (await opened()).linkedTogether(...question),
    popularity: async (...question) => (await opened()).popularity(...question),
  };
}

/**
 * Opens the sources of one call; what they cost lands in `spend`, and they stop
 * when `signal` aborts. What an account has brought itself is opened for the
 * calling account alone. A provider is asked for links only where the account's
 * switch allows it; without it the account's own links and the index answer. Of
 * an account that cannot pay it is asked nothing.
 */
export type SourceOpener = (
  spend: Spend,
  signal: AbortSignal,
  accountId: string,
  use: ProviderUse,
) => Promise<Sources>;

/**
 * Where facts come from: the provider where an account is configured, with the
 * stored index behind it; else the stored index alone. A provider's code is
 * loaded with the first call that needs it, so that functions without one
 * start without it.
 */
export function createSourceOpener(options: SourceOptions): SourceOpener {
  const sharedNow = createSharedSources(options);
  const connectionOf = createConnections(options);
  const { documents, tables, openListFile } = options;
  const openGraph = () =>
    webGraphOn(
      (table = tables.index) => openListFile?.(table) ?? createGatheringReader({ documents, table }),
    );
  return async (spend, signal, accountId, use) => {
    // Once for a call: whatever is switched meanwhile, its answer is of one generation.
    const upstream = use === 'nothing' ? undefined : options.upstream();
    const [shared, account] = await Promise.all([sharedNow(), upstream]);
    const { postingOrigins, notesOn, readerFor, rangesOf } = shared;
    const table = rangesOf(accountId);
    const known = readerFor(table, accountId, account !== undefined);
    const { wholeListWith, ...stored } = storedIndexOn(known, postingOrigins);
    const notes = notesOn(known);
    const own = createOwnSites(table, accountId);
    const ownLinks = createOwnBacklinks(known, accountId);
    const beside = { own, hasOwnLinks: ownLinks.has, webGraph: openGraph(), notes };
    if (!account)
      return {
        ...stored,
        ...beside,
        liveListings: undefined,
        backlinks: ownLinks,
        wholeList: wholeListWith(ownLinks),
      };
    const openLive = await connectionOf(account);
    const live = openLive(spend, signal, stored, ownLinks);
    return { ...live, ...(use !== 'all' && { backlinks: ownLinks }), ...beside };
  };
}

/** What all accounts are answered from, as it is now. */
function createSharedSources(options: SourceOptions) {
  const { documents, tables, clock } = options;
  const home = createGatheringReader({ documents, table: tables.index });
  return perTable(options, async (shared) => {
    const table = shared === tables.index ? home : await besideHome(home, { documents, table: shared });
    return {
      rangesOf: createRangeSharing(table),
      readerFor: createSampleGate(table, clock),
      notesOn: createIndexNotes(table, clock),
      // Ids of imports that one call has looked up serve all others.
      postingOrigins: createPostingOrigin(table),
    };
  });
}

async function besideHome(home: IndexReader, shared: IndexTableOptions): Promise<IndexReader> {
  const { createRoutedReader } = await import('#shared/facts/stored-index/generations/routed-reader.ts');
  return createRoutedReader(home, createGatheringReader(shared));
}

/** The connection of an account, kept until the account is another: passwords and limits change while functions run. */
function createConnections(options: SourceOptions): (account: UpstreamAccount) => Promise<OpenLive> {
  let known: { readonly account: UpstreamAccount; readonly open: Promise<OpenLive> } | undefined;
  const connect = async (account: UpstreamAccount) => {
    const { connectLive } = await import('./live-sources.ts');
    return connectLive(account, options);
  };
  return (account) => {
    if (!known || !isDeepStrictEqual(known.account, account)) known = { account, open: connect(account) };
    return known.open;
  };
}

/** Sort keys of what an account has brought: heads of consoles and links, and records of imports between them. */
const broughtByAccount = { from: 'c#', to: 'm' };
/** Those of figures: what is between them, `h#`, are recorded changes, which tell no fact. */
const figuresOfAccount = [
  { from: 'c#', to: 'h' },
  { from: 'i', to: 'm' },
];
/** So many of these are read at once for all questions of a call; records of imports are long. */
const broughtTogether = 5;
/** Accounts remembered with how much they have brought. */
const mostRemembered = 10_000;

/**
 * The table as one call reads it: a range that is asked for again meanwhile is read once, and so is what the
 * account has brought, of which each question wants a part. Of an account that has much each part is read by
 * itself, and of one that had nothing none as long as its mark is absent; either is found by its first call in a
 * process. A call that finds more than the one before waits once more.
 */
function createRangeSharing(table: IndexReader) {
  const known = new Map<string, Amount>();
  const remember = (own: string, amount: Amount) => {
    if (known.size >= mostRemembered) known.clear();
    known.set(own, amount);
  };
  return (accountId: string): IndexReader => {
    const own = ownPartition(accountId);
    const once = rangesOnce(table);
    let reading: Promise<boolean> | undefined;
    const hasMark = () => {
      reading ??= table.get(broughtKey(accountId)).then((mark) => mark !== undefined);
      return reading;
    };
    /** All that the account has brought; undefined where that is much. */
    const brought = async (): Promise<readonly Item[] | undefined> => {
      const isMarked = known.get(own) === 'little' || hasMark();
      if (known.get(own) === 'nothing' && !(await isMarked)) return [];
      const range = once({ pk: own, ...broughtByAccount, limit: broughtTogether });
      const [isThere, found] = await Promise.all([isMarked, range]);
      remember(own, amountOf(isThere, found));
      return found.next ? undefined : found.items;
    };
    const range: IndexReader['range'] = async (question) => {
      const isShared = question.pk === own && known.get(own) !== 'much';
      const part = isShared ? partOfBrought(question) : undefined;
      const items = part && (await brought());
      if (!items) return once(question);
      const asked = items.filter(({ sk }) => String(sk) >= part.from && String(sk) <= part.to);
      return { items: asked.slice(0, question.limit), next: undefined };
    };
    return { ...table, range };
  };
}

type Amount = 'nothing' | 'little' | 'much';
function amountOf(isMarked: boolean, { items, next }: Awaited<ReturnType<IndexReader['range']>>): Amount {
  if (next) return 'much';
  return isMarked || items.length > 0 ? 'little' : 'nothing';
}

/** Those who ask for the same range while it is read share the answer. */
function rangesOnce(table: IndexReader): IndexReader['range'] {
  const underWay = new Map<string, ReturnType<IndexReader['range']>>();
  return (question) => {
    const text = JSON.stringify(question);
    const known = underWay.get(text);
    if (known) return known;
    const reading = table.range(question).finally(() => underWay.delete(text));
    underWay.set(text, reading);
    return reading;
  };
}

/** The sort keys of an eventual read from its start, where all of them are of what accounts bring. */
function partOfBrought({ prefix, from = prefix, to = `${prefix}\uffff`, after, consistent }: RangeQuestion) {
  if (from === undefined || after || consistent) return undefined;
  return figuresOfAccount.some((part) => from >= part.from && to <= part.to) ? { from, to } : undefined;
}

type RangeQuestion = Parameters<IndexReader['range']>[0];

/** How long it is believed whether the sample market is loaded: that changes with a start of the service at most. */
const believedMs = 5 * 60_000;

/**
 * The index as one account is answered from it. Made-up figures never stand
 * beside real ones: the sample market is out of everything as soon as a
 * provider is connected, anything was imported for all accounts, or the account
 * has brought data of its own. It is looked up with the first question of a
 * call, and only where the sample market is loaded.
 */
function createSampleGate(table: IndexReader, clock: Clock) {
  let loaded: { readonly at: number; readonly isLoaded: Promise<boolean> } | undefined;
  /** As it was found last. */
  let known: boolean | undefined;
  const isLoaded = () => {
    if (loaded && clock() - loaded.at < believedMs) return loaded.isLoaded;
    const reading = table.get(markerKey(sampleSource)).then((item) => {
      known = item !== undefined;
      return known;
    });
    loaded = { at: clock(), isLoaded: reading };
    reading.catch(() => {
      loaded = undefined;
    });
    return reading;
  };
  const holdsAny = async (reader: IndexReader, question: RangeQuestion) =>
    (await reader.range({ ...question, limit: 1 })).items.length > 0;
  const isHidden = async (reader: IndexReader, accountId: string, hasProvider: boolean) => {
    if (hasProvider || known === false) return isLoaded();
    const [isThere, ...found] = await Promise.all([
      isLoaded(),
      holdsAny(reader, { pk: importPartition }),
      ...figuresOfAccount.map((part) => holdsAny(reader, { pk: ownPartition(accountId), ...part })),
    ]);
    return isThere && found.includes(true);
  };
  return (reader: IndexReader, accountId: string, hasProvider: boolean): IndexReader => {
    let opening: Promise<IndexReader> | undefined;
    let opened: IndexReader | undefined;
    const open = async () => {
      const isOut = await isHidden(reader, accountId, hasProvider);
      const hide = isOut && (await import('#shared/facts/stored-index/sample/hide-sample.ts'));
      opened = hide ? hide.withoutSample(reader) : reader;
      return opened;
    };
    // The first questions are asked beside the look-up, and again where it says that the sample is out.
    const read = async <Value>(ask: (from: IndexReader) => Promise<Value>): Promise<Value> => {
      if (opened) return ask(opened);
      opening ??= open();
      const [decided, answer] = await Promise.all([opening, ask(reader)]);
      return decided === reader ? answer : ask(decided);
    };
    return {
      get: (...question) => read((from) => from.get(...question)),
      getMany: (...question) => read((from) => from.getMany(...question)),
      range: (question) => read((from) => from.range(question)),
    };
  };
}
