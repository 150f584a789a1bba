import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/**
 * In bytes, read at every cold start; the default build of a handler that only reads one item has 547,000. Sub-accounts of
 * busy accounts are 9,000 of a tool's and 2,500 of an endpoint's: the flows of money cannot be loaded halfway through.
 * What stands beside a change of clicks (trackers, links), its recording, and rules of what is told are loaded apart; what
 * they share is 7,000 of a tool's and of a destination's.
 * The figures that an audit tells of visitors are 500 of whatever knows its contract, columns that an upload names 300.
 * The door to the queue of deliveries, loaded apart, is 2,500 of each, the one to crawls 300 of a tool's.
 * That what older rules have stored of a site is judged as it is read is 4,000 of what lists sites, 800 of a tool with own figures.
 * Names of countries and kinds of search as exports write them are 1,600 of a tool with own figures, 500 of an endpoint's.
 * That a function may call the one with a browser, that an audit marks pages of its own, and pages by the words of a query, is 500 of whatever knows the contracts of tools or trackers.
 * That a member which no contract has is refused by name is 600 of whatever reads a body or query; what a crawl tells of sitemaps is 200 of whatever knows its contract.
 */
// 1,000 of it gather the reads and writes of one moment into one request; 1,000, and 500 of an endpoint, are modules of one noun in one file, of which some calls need a part.
const toolBudget = 456_100;
// That a record says whether its answer is kept is 100 of each, the one reader of queries of many pages 100, of ranges 900 of two that remove lists.
const endpointBudget = 350_300;
/** Functions whose work is a library or a list: each is held to what it has. */
const budgets: Readonly<Record<string, number>> = {
  // Beside the index: own figures with what to do next, links, and open data.
  'inspect-domain': 462_300,
  'inspect-search-visibility': 460_800,
  // Lays own sites beside one another, with intents of their queries.
  'compare-keyword-coverage': 460_100,
  'explain-change': 460_300,
  // Every country and search language by name, and the reader of what open data is loaded.
  'get-capabilities': 383_500,
  // The names of all tools, which a key or a connection may be held to; what endpoints of a noun have in common is 200.
  'create-api-credential': 374_100,
  'change-api-credential': 369_100,
  'change-connection': 364_800,
  // The names of all tools, the times at which one is asked, and what ranks are watched; some hundred bytes for counts with margins.
  'create-tracker': 380_300,
  'list-trackers': 377_100,
  'get-tracker': 377_400,
  'change-tracker': 379_500,
  'remove-tracker': 375_900,
  'run-tracker': 380_500,
  // Pays back what a check could not look up.
  'ask-trackers': 350_400,
  'get-tracker-history': 376_100,
  // Months of ranks are unpacked there; own figures and datasets beside them.
  'get-ranks': 357_200,
  'keep-rank-dataset': 360_000,
  // What an account has brought lies packed in the index; uploads say which column is which.
  'create-upload': 377_700,
  'start-upload': 378_000,
  'get-upload': 377_200,
  'list-imports': 379_500,
  'list-own-sites': 378_600,
  'undo-import': 378_400,
  'update-own-site': 378_200,
  // Tells long names with two wrong letters.
  'get-own-site': 380_200,
  // Destinations open what is sealed in them and know the mail that an account has by itself; the one that verifies also sends.
  'add-destination': 364_500,
  'list-destinations': 363_400,
  'change-destination': 364_300,
  'remove-destination': 363_100,
  'verify-destination': 381_900,
  'rotate-destination': 363_800,
  'list-deliveries': 363_500,
  'replay-delivery': 363_900,
  // Slices and properties of connected sites.
  'choose-search-console-properties': 352_300,
  'get-site-performance': 366_000,
  // Both, with what to do next, as they are kept in a report.
  'share-site': 392_200,
  // It asks for field vitals too, writes faults of pages among what is to do for a site, and lists its orphans; 3,000 choose the crawl to compare with, count by severity, and read long sitemaps; 1,100 cut pages before they are parsed.
  'run-crawls': 1_012_000,
  unmatched: 359_800,
  // Reads every format, counts domains by the list of public suffixes; tells what a site can win, links gained and lost, and which an upload has as lost. Lists read piece by piece are 400.
  'run-import': 624_000,
  // Knows all that is kept about an account.
  'personal-data': 382_500,
  // All tools, what an agent asks of its own account, and what an answer finds that is to be told.
  mcp: 996_800,
  oauth: 910_000,
  passkey: 605_000,
  // Renders the page of exchanges as it is served.
  reference: 412_600,
};

const tools = new Set<string>(toolCatalog.map(({ name }) => name.replaceAll('_', '-')));

describe('the bundles of the service', () => {
  let bundles: Bundles;

  beforeAll(async () => {
    bundles = await bundleFunctions(bundleEntries);
  });

  it.each(bundleEntries.map(({ name }) => name))(
    'hold %s within its budget, and export its handler',
    (name) => {
      const budget = budgets[name] ?? (tools.has(name) ? toolBudget : endpointBudget);
      expect(bundles.eagerBytesOf(name)).toBeLessThan(budget);
      expect(bundles.eagerBytesOf(name)).toBeGreaterThan(1_000);
      const code = readFileSync(join(bundles.folderOf(name), 'index.js'), 'utf8');
      expect(/\bhandler:\(\)=>/u.test(code)).toBe(true);
    },
  );
});
