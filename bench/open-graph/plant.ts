import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import { createRandom } from '#test/support/random.ts';

const excerpt = 'local/open-data/excerpt/cc-main-2026-apr-may-jun-domain-ranks.txt.gz';
const header = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n';
const suffixes =
  'com com com com de org net co.uk fr nl ru it pl com.br info io xn--p1ai jp com.au ca es se'.split(' ');
const syllables =
  'ba ter mo shop lin ka news ro tech vi blog sa web dor green pi lo media tu house an car fe art'.split(' ');
/** Of all domains, as in the release of April to June 2026. */
const withoutLinks = 0.64;
const mostLinks = 100_000;

/**
 * Writes a release of made-up links: the best 1,000 names and figures are real,
 * the others put together of syllables; who links and to whom follow power laws;
 * 64 % link nowhere. Sorted, each pair once, one gzip member a file, as a release is.
 */
export async function plantRelease(
  folder: string,
  domains: number,
  edges: number,
): Promise<{ readonly edges: number }> {
  const random = createRandom(1);
  const ranked = rankedNames(domains, random);
  const names = ranked.toSorted();
  const idOf = new Map(names.map((name, id) => [name, id]));
  const hostsAt = () => 1 + Math.floor(random() ** 8 * 40);
  await write(join(folder, 'vertices.gz'), function* () {
    for (const [id, name] of names.entries()) yield `${id}\t${name}\t1\n`;
  });
  await write(join(folder, 'ranks.gz'), function* () {
    yield header;
    for (const [at, name] of ranked.entries()) {
      const harmonic = javaFloat(3e7 * (at + 1) ** -0.05);
      yield `${at + 1}\t${harmonic}\t${((at * 7_919) % domains) + 1}\t${(random() * 1e-5).toExponential(10).toUpperCase()}\t${name}\t${hostsAt()}\n`;
    }
  });
  const ids = Uint32Array.from(ranked, (name) => idOf.get(name) ?? 0);
  const counted = { edges: 0 };
  await write(join(folder, 'edges.gz'), () => edgeLines(ids, edges, random, counted));
  return counted;
}

/** About so many edges between the ids, which are in the order of their centrality. */
function* edgeLines(
  ids: Uint32Array,
  edges: number,
  random: () => number,
  counted: { edges: number },
): Generator<string> {
  const domains = ids.length;
  const mean = edges / (domains * (1 - withoutLinks));
  const target = () => {
    const place = domains * random() ** (random() < 0.5 ? 6 : 1.6);
    return ids[Math.min(domains - 1, Math.floor(place))] ?? 0;
  };
  for (let from = 0; from < domains; from += 1) {
    if (random() < withoutLinks) continue;
    const wanted = Math.max(1, Math.floor(mean * 0.32 * (1 - random()) ** (-1 / 1.5)));
    const links = Math.min(mostLinks, Math.floor(domains / 4), wanted);
    const targets = new Set(Uint32Array.from({ length: links }, target).sort());
    targets.delete(from);
    counted.edges += targets.size;
    yield [...targets].map((to) => `${from}\t${to}\n`).join('');
  }
}

/** Reversed names, the most central first. */
function rankedNames(domains: number, random: () => number): string[] {
  const real = gunzipSync(readFileSync(excerpt)).toString().trimEnd().split('\n').slice(1);
  const names = new Set(real.map((line) => line.split('\t')[4] ?? ''));
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? '';
  while (names.size < domains) {
    const parts = Array.from({ length: 2 + Math.floor(random() * 3) }, () => one(syllables));
    const number = random() < 0.7 ? Math.floor(random() * 1_000) : '';
    names.add(`${one(suffixes).split('.').toReversed().join('.')}.${parts.join('')}${number}`);
  }
  return [...names];
}

/** As Java prints a float. */
function javaFloat(value: number): string {
  if (value < 1e7) return value.toFixed(1);
  const digits = (value / 1e7).toFixed(7).replace(/0+$/u, '');
  return `${digits.endsWith('.') ? `${digits}0` : digits}E7`;
}

const writtenCharacters = 1 << 20;

async function write(path: string, lines: () => Iterable<string>): Promise<void> {
  const gzip = createGzip({ level: 6 });
  const done = finished(gzip.pipe(createWriteStream(path)));
  let text = '';
  for (const line of lines()) {
    text += line;
    if (text.length < writtenCharacters) continue;
    if (!gzip.write(text, 'latin1')) await new Promise((drained) => gzip.once('drain', drained));
    text = '';
  }
  gzip.end(text, 'latin1');
  await done;
}
