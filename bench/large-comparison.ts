import { comparedSites, countedSites } from '#test/support/index/two-sites.ts';

/**
 * `npm run bench -- large-comparison [200000]`: two sites of so many keywords each, of which they
 * share 19 in 20, built in bulk and compared from both sides: what was found, what a plain
 * count gives, and the read units of all of it. Beyond 200,000 it gives estimates with their margins.
 */
const keywords = Number(process.argv[2] ?? 200_000);
const alone = Math.round(keywords / 20);
const sites = { alone, shared: keywords - alone, other: alone };
const found = await comparedSites(sites);
process.stdout.write(`${JSON.stringify({ sites, counted: countedSites(sites), found }, null, 2)}\n`);
