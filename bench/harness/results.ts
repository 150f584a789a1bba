import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import * as v from 'valibot';
import ours from '../../package.json' with { type: 'json' };
import { type Part, type PartName, partNames, rounded } from './report.ts';

const Result = v.strictObject({
  part: v.picklist(partNames),
  measured_on: v.pipe(v.string(), v.isoDate()),
  machine: v.string(),
  /** Processes that waited for a core when it began, of others on the same machine; null where it was not recorded. */
  load: v.nullable(v.number()),
  is_long: v.boolean(),
  versions: v.record(v.string(), v.string()),
  tables: v.array(
    v.strictObject({
      title: v.string(),
      method: v.string(),
      rows: v.array(v.record(v.string(), v.union([v.string(), v.number()]))),
    }),
  ),
});
/** What a part found when it last ran, with all that a reader must know to judge it. */
export type Result = v.InferOutput<typeof Result>;

const folder = new URL('../results/', import.meta.url);

/** The last result of each part that was ever run, in the order of the parts. */
export async function storedResults(): Promise<readonly Result[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const results = await Promise.all(
    files.map(async (name) => v.parse(Result, JSON.parse(await readFile(new URL(name, folder), 'utf8')))),
  );
  return partNames.flatMap((name) => results.filter(({ part }) => part === name));
}

export async function storeResult(result: Result): Promise<void> {
  await writeFile(new URL(`${result.part}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
}

/** Runs a part; the result says where, when and with which versions. */
export async function runPart(name: PartName, part: Part, isLong: boolean): Promise<Result> {
  const load = rounded(loadavg()[0] ?? 0);
  const tables = await part.measure(isLong);
  return v.parse(Result, {
    part: name,
    measured_on: new Date().toISOString().slice(0, 10),
    machine: machineWords(),
    load,
    is_long: isLong,
    versions: Object.fromEntries(part.versionsOf.map((what) => [what, versionOf(what)])),
    tables,
  });
}

function machineWords(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${rounded(totalmem() / 2 ** 30, 0)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

function versionOf(name: string): string {
  const all: Record<string, string | undefined> = {
    ...process.versions,
    ...ours.optionalDependencies,
    ...ours.devDependencies,
    ...ours.dependencies,
  };
  const version = all[name];
  if (version === undefined) throw new Error(`No version of ${name} is known.`);
  return version;
}
