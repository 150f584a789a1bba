import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/** In bytes, read at every cold start; the default build of a handler that only reads one item has 547,000. */
const toolBudget = 426_000;
const endpointBudget = 341_500;
/** Functions whose work is a library or a list: each is held to what it has. */
const budgets: Readonly<Record<string, number>> = {
  // Every country and search language by name.
  'get-capabilities': 354_500,
  // The names of all tools, which a key may be held to.
  'create-api-credential': 352_000,
  'change-api-credential': 347_000,
  // What an account has brought lies packed in the index.
  'create-upload': 360_500,
  'start-upload': 360_500,
  'get-upload': 360_500,
  'list-imports': 360_500,
  'undo-import': 360_000,
  'update-own-site': 362_000,
  'get-own-site': 366_000,
  // Reads every format, counts domains by the list of public suffixes.
  'run-import': 584_000,
  // Sign in at Google and open what was synced.
  'get-search-console': 376_000,
  'connect-search-console': 383_000,
  'choose-search-console-properties': 389_000,
  'search-console-callback': 400_000,
  // Tell brand queries, and remove what the tools were given, by the list of public suffixes.
  'get-site-performance': 478_500,
  'sync-search-console': 477_000,
  'disconnect-search-console': 540_000,

  // Knows all that is kept about an account.
  'personal-data': 349_500,
  mcp: 932_000,
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
