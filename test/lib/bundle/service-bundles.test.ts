import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/**
 * In bytes, read at every cold start; the default build of a handler that only reads one item has 547,000. Sub-accounts of
 * busy accounts are 9,000 of a tool's and 2,500 of an endpoint's: the flows of money cannot be loaded halfway through.
 */
const toolBudget = 440_000;
const endpointBudget = 344_000;
/** Functions whose work is a library or a list: each is held to what it has. */
const budgets: Readonly<Record<string, number>> = {
  // Every country and search language by name, and the reader of what open data is loaded.
  'get-capabilities': 366_500,
  // The names of all tools, which a key or a connection may be held to.
  'create-api-credential': 358_500,
  'change-api-credential': 353_500,
  'change-connection': 350_000,
  // The names of all tools, the times at which one is asked, and what ranks are watched.
  'create-tracker': 366_000,
  'list-trackers': 363_000,
  'get-tracker': 363_000,
  'change-tracker': 366_000,
  'remove-tracker': 362_000,
  'run-tracker': 366_500,
  'get-tracker-history': 362_000,
  // Months of ranks are unpacked there; own figures and datasets beside them.
  'get-ranks': 372_000,
  'keep-rank-dataset': 372_000,
  // What an account has brought lies packed in the index.
  'create-upload': 364_000,
  'start-upload': 364_000,
  'get-upload': 363_500,
  'list-imports': 365_000,
  'undo-import': 366_500,
  'update-own-site': 366_500,
  'get-own-site': 366_000,
  // Slices and properties of connected sites.
  'choose-search-console-properties': 346_000,
  'get-site-performance': 347_000,
  // Reads every format, counts domains by the list of public suffixes.
  'run-import': 592_000,
  // Knows all that is kept about an account.
  'personal-data': 370_500,
  // All tools.
  mcp: 950_500,
  oauth: 910_000,
  passkey: 605_000,
  reference: 400_000,
};

const tools = new Set<string>(toolCatalog.map(({ name }) => name.replaceAll('_', '-')));

describe('the bundles of the service', () => {
  let bundles: Bundles;

  beforeAll(async () => {
    bundles = await bundleFunctions(bundleEntries);
  });

  it.each(bundleEntries.map(({ name }) => name))('hold %s within its budget, and complete', (name) => {
    const budget = budgets[name] ?? (tools.has(name) ? toolBudget : endpointBudget);
    expect(bundles.eagerBytesOf(name)).toBeLessThan(budget);
    expect(bundles.eagerBytesOf(name)).toBeGreaterThan(1_000);
  });
});
