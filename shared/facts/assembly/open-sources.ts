import { isDeepStrictEqual } from 'node:util';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { Spend } from '#shared/facts/ports/spend.ts';
import type { UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { createIndexNotes } from '#shared/facts/stored-index/index-notes.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createOwnBacklinks } from '#shared/facts/stored-index/own-links.ts';
import { createPostingOrigin } from '#shared/facts/stored-index/questions/posting-origin.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import { createIndexReader, type IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { webGraphOn } from '#shared/facts/web-graph/web-graph.ts';
import type { OpenLive } from './live-sources.ts';
import { perTable } from './per-table.ts';
import { createSampleGate } from './sample-gate.ts';
import type { SourceOptions } from './source-options.ts';

/**
 * Opens the sources of one call; what they cost lands in `spend`, and they stop
 * when `signal` aborts. What an account has brought itself is opened for the
 * calling account alone. A provider is asked for links only where the account's
 * switch allows it; without it the account's own links and the index answer.
 */
export type SourceOpener = (
  spend: Spend,
  signal: AbortSignal,
  accountId: string,
  asksForLinks: boolean,
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
  const { documents, tables } = options;
  const openGraph = () => webGraphOn((table = tables.index) => createIndexReader({ documents, table }));
  return async (spend, signal, accountId, asksForLinks) => {
    // Once for a call: whatever is switched meanwhile, its answer is of one generation.
    const [shared, account] = await Promise.all([sharedNow(), options.upstream()]);
    const { table, postingOrigins, notesOn, readerFor } = shared;
    const known = readerFor(accountId, account !== undefined);
    const { wholeListWith, ...stored } = storedIndexOn(known, postingOrigins);
    const notes = notesOn(known);
    const own = createOwnSites(table, accountId);
    const ownLinks = createOwnBacklinks(known, accountId);
    const webGraph = openGraph();
    if (!account)
      return {
        ...stored,
        liveListings: undefined,
        own,
        webGraph,
        notes,
        backlinks: ownLinks,
        wholeList: wholeListWith(ownLinks),
      };
    const openLive = await connectionOf(account);
    const live = openLive(spend, signal, stored, ownLinks);
    return { ...live, ...(!asksForLinks && { backlinks: ownLinks }), own, webGraph, notes };
  };
}

/** What all accounts are answered from, as it is now. */
function createSharedSources(options: SourceOptions) {
  const { documents, tables, clock } = options;
  const home = createIndexReader({ documents, table: tables.index });
  return perTable(options, async (shared) => {
    const table = shared === tables.index ? home : await besideHome(home, { documents, table: shared });
    return {
      table,
      readerFor: createSampleGate(table, clock),
      notesOn: createIndexNotes(table, clock),
      // Ids of imports that one call has looked up serve all others.
      postingOrigins: createPostingOrigin(table),
    };
  });
}

async function besideHome(home: IndexReader, shared: IndexTableOptions): Promise<IndexReader> {
  const { createRoutedReader } = await import('#shared/facts/stored-index/generations/routed-reader.ts');
  return createRoutedReader(home, createIndexReader(shared));
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
