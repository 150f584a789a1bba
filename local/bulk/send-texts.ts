import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BuildPlan } from '#shared/facts/bulk/build-plan.ts';
import type { IdentifiedFile } from '#shared/facts/bulk/read-pass.ts';
import {
  textPlace,
  textsPrefix,
  transformPlaces,
} from '#shared/facts/generations/transform/transform-order.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';
import { openBundle } from '#shared/facts/imports/open-sources.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

type Objects = Pick<ObjectStore, 'put' | 'list'>;

/**
 * Sends the texts of a plan to the bucket, each once and only where it is not
 * there yet, and then the plan as the steps read it; its name.
 */
export async function sendPlan(objects: Objects, generation: string, plan: BuildPlan): Promise<string> {
  const sent = new Set<string>();
  for await (const key of objects.list(textsPrefix(generation))) sent.add(key);
  const portions: IdentifiedFile[][] = [];
  for (const portion of plan.portions) {
    const copies: IdentifiedFile[] = [];
    for (const file of portion) copies.push(await sendText({ objects, generation, sent }, file));
    portions.push(copies);
  }
  const body = Buffer.from(JSON.stringify({ ...plan, portions }));
  const name = createHash('sha256').update(body).digest('hex').slice(0, 16);
  await objects.put(transformPlaces({ generation, plan: name }).plan, body, {
    contentType: 'application/json',
  });
  return name;
}

interface Sending {
  readonly objects: Objects;
  readonly generation: string;
  /** Keys that are there. */
  readonly sent: Set<string>;
}

/** The text as the steps know it: under a name of its own, with what it was where it came from. */
async function sendText(
  { objects, generation, sent }: Sending,
  file: IdentifiedFile,
): Promise<IdentifiedFile> {
  const bundle = await openBundle(file.path);
  try {
    const source = bundle.sources[file.entry];
    if (!source) throw new Error(`${file.path} has changed while it was read.`);
    const key = textPlace(generation, file.id);
    if (!sent.has(key)) {
      await objects.put(key, await packed(source), { contentType: 'application/gzip' });
      sent.add(key);
    }
    const { name, changedAt, bytes } = source;
    const origin = { name, changedAt, bytes, bundle: bundle.name };
    return { ...file, path: `text-${file.number}`, entry: 0, origin };
  } finally {
    await bundle.close();
  }
}

/** Quick rather than small: most of what is sent are the same few words and addresses. */
async function packed(source: ImportSource): Promise<AsyncIterable<Uint8Array>> {
  // Whoever reads the packed stream is told of a failure before it.
  return pipeline(await source.open(), createGzip({ level: 1 }), () => {});
}
