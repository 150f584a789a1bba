import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/** In bytes, read at every cold start; the default build of a handler that only reads one item has 547,000. */
const toolBudget = 429_500;
const endpointBudget = 341_500;
/** Functions whose work is a library or a list: each is held to what it has. */
const budgets: Readonly<Record<string, number>> = {
  // Every country and search language by name.
  'get-capabilities': 359_500,
  // The names of all tools, which a key or a connection may be held to.
  'create-api-credential': 353_500,
  'change-api-credential': 348_500,
  'change-connection': 344_000,
  // The names of all tools, and the times at which one is asked.
  'create-tracker': 354_000,
  'list-trackers': 352_000,
  'get-tracker': 352_000,
  'change-tracker': 354_000,
  'remove-tracker': 351_000,
  'run-tracker': 354_000,
  'get-tracker-history': 351_000,
  // What an account has brought lies packed in the index.
  'create-upload': 360_500,
  'start-upload': 360_500,
  'get-upload': 360_500,
  'list-imports': 360_500,
  'undo-import': 360_000,
  'update-own-site': 362_000,
  'get-own-site': 366_000,
  // Reads every format, counts domains by the list of public suffixes.
  'run-import': 585_500,
  // Knows all that is kept about an account.
  'personal-data': 351_500,
  // All tools.
  mcp: 939_500,
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
