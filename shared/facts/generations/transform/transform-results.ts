import * as v from 'valibot';
import type { BuildPlan } from '#shared/facts/bulk/build-plan.ts';
import type { BuiltIndex } from '#shared/facts/bulk/built-index.ts';
import type { KeywordPassResult } from '#shared/facts/bulk/keyword-pass.ts';
import type { ReadPassResult } from '#shared/facts/bulk/read-pass.ts';
import type { RowPassResult } from '#shared/facts/bulk/row-pass.ts';
import type { WrittenItems } from '#shared/facts/bulk/shard-pass.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { StoredFile } from './transform-desk.ts';

/** An object that DynamoDB is to import. */
export interface MadeObject {
  readonly name: string;
  readonly items: number;
}

/** What a whole transform came to. */
export interface Transformed {
  readonly built: Omit<BuiltIndex, 'items'>;
  readonly objects: readonly MadeObject[];
}

/** What each phase gives, with the names of files in place of paths. */
interface Gives {
  read: ReadPassResult;
  fold: KeywordPassResult;
  count: RowPassResult;
  heads: WrittenItems;
  finish: Transformed;
}

/** What a step leaves in the bucket for later ones. */
export interface StepResult<Phase extends keyof Gives> {
  readonly gives: Gives[Phase];
  readonly files: readonly StoredFile[];
  readonly objects: readonly MadeObject[];
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
/** Written by the same program, into a folder that nobody else writes to. */
const plan = v.custom<BuildPlan>(isObject);

type Reads = Pick<ObjectStore, 'get' | 'list'>;

/**
 * Whether there is an object of this key. A list says so: to a role that may not list the whole bucket S3
 * answers for an object that is not there as for one that it may not read (GetObject, "Permissions").
 */
export async function isThere(objects: Pick<ObjectStore, 'list'>, key: string): Promise<boolean> {
  for await (const found of objects.list(key)) if (found === key) return true;
  return false;
}

/** The plan of a transform; rejects where it has gone with all its files. */
export async function readPlan(objects: Reads, key: string): Promise<BuildPlan> {
  const body = (await isThere(objects, key)) ? await objects.get(key) : undefined;
  if (!body) throw new Error(`The plan ${key} is gone. Name the files of the build again.`);
  return v.parse(plan, JSON.parse(Buffer.from(body).toString()));
}

/** What a step gave; undefined where it is not done. The phase is that of the key. */
export async function readResult<Phase extends keyof Gives>(
  objects: Pick<ObjectStore, 'get'>,
  _phase: Phase,
  key: string,
): Promise<StepResult<Phase> | undefined> {
  const body = await objects.get(key);
  return body && v.parse(v.custom<StepResult<Phase>>(isObject), JSON.parse(Buffer.from(body).toString()));
}
