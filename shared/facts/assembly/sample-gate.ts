import { ownPartition } from '#shared/facts/own-sites/console-items.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-source.ts';
import { importPartition, markerKey } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** How long it is believed whether the sample market is loaded: that changes with a start of the service at most. */
const believedMs = 5 * 60_000;
/** Sort keys of what an account has brought: heads of consoles and links, and records of imports between them. */
const broughtByAccount = { from: 'c#', to: 'm' };

/**
 * The index as one account is answered from it. Made-up figures never stand
 * beside real ones: the sample market is out of everything as soon as a
 * provider is connected, anything was imported for all accounts, or the account
 * has brought data of its own. It is looked up with the first question of a
 * call, and only where the sample market is loaded.
 */
export function createSampleGate(table: IndexReader, clock: Clock) {
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
  const holdsAny = async (question: Parameters<IndexReader['range']>[0]) =>
    (await table.range({ ...question, limit: 1 })).items.length > 0;
  const isHidden = async (accountId: string, hasProvider: boolean) => {
    if (hasProvider || known === false) return isLoaded();
    const [isThere, ...found] = await Promise.all([
      isLoaded(),
      holdsAny({ pk: importPartition }),
      holdsAny({ pk: ownPartition(accountId), ...broughtByAccount }),
    ]);
    return isThere && found.includes(true);
  };
  return (accountId: string, hasProvider: boolean): IndexReader => {
    let opening: Promise<IndexReader> | undefined;
    let opened: IndexReader | undefined;
    const open = async () => {
      const isOut = await isHidden(accountId, hasProvider);
      const hide = isOut && (await import('#shared/facts/stored-index/sample/hide-sample.ts'));
      opened = hide ? hide.withoutSample(table) : table;
      return opened;
    };
    // The first questions are asked beside the look-up, and again where it says that the sample is out.
    const read = async <Value>(ask: (reader: IndexReader) => Promise<Value>): Promise<Value> => {
      if (opened) return ask(opened);
      opening ??= open();
      const [reader, answer] = await Promise.all([opening, ask(table)]);
      return reader === table ? answer : ask(reader);
    };
    return {
      get: (...question) => read((reader) => reader.get(...question)),
      getMany: (...question) => read((reader) => reader.getMany(...question)),
      range: (question) => read((reader) => reader.range(question)),
    };
  };
}
