import * as v from 'valibot';
import { isRecord } from '#shared/platform/is-record.ts';
import { checkCatalog } from '../checks/catalog.ts';
import type { Check, Evidence } from '../checks/check.ts';
import type { Finding } from '../checks/run-checks.ts';
import { fromText } from '../crawl/kept-page.ts';
import type { FailedPage, MovedPage, PageRecord } from '../crawl/page-record.ts';
import type { Probe } from '../crawl/probe.ts';

/** What a slice of a crawl has read, each on a line of its own. */
export type KeptLine =
  | { readonly kind: 'page'; readonly page: PageRecord }
  | { readonly kind: 'finding'; readonly id: string; readonly url: string; readonly evidence: Evidence }
  | { readonly kind: 'failure'; readonly failure: FailedPage }
  | { readonly kind: 'move'; readonly move: MovedPage }
  | { readonly kind: 'canonical'; readonly key: string; readonly probe: Probe }
  /** A file, or a page of another site, that pages refer to. */
  | { readonly kind: 'asked'; readonly probe: Probe };

const lineKinds = new Set(['page', 'finding', 'failure', 'move', 'canonical', 'asked']);

const line = v.custom<KeptLine>(
  (value) => isRecord(value) && typeof value.kind === 'string' && lineKinds.has(value.kind),
);

/** Written by this service alone, so that its kind is enough to know it by. */
export const readLine = (text: string): KeptLine => v.parse(line, fromText(text));

export const checkById: ReadonlyMap<string, Check> = new Map(checkCatalog.map((check) => [check.id, check]));

/** A finding as it was kept; undefined where its check is gone since. */
export function findingOf({
  id,
  url,
  evidence,
}: Extract<KeptLine, { kind: 'finding' }>): Finding | undefined {
  const check = checkById.get(id);
  return check && { check, url, evidence };
}
