import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageDocument } from '../document/page-document.ts';
import type { ExclusionReason, PageRecord } from './page-record.ts';

export type ExclusionTally = ReturnType<typeof createExclusionTally>;

/** Counts addresses that were found and not audited, each once and by one reason. */
export function createExclusionTally(known: Iterable<readonly [string, ExclusionReason]> = []) {
  const reasons = new Map(known);
  return {
    /** By address. */
    reasons,
    /** False where the address was counted before. */
    add(reason: ExclusionReason, key: string): boolean {
      if (reasons.has(key)) return false;
      reasons.set(key, reason);
      return true;
    },
    get total() {
      return reasons.size;
    },
    counts(): Readonly<Partial<Record<ExclusionReason, number>>> {
      const counts: Partial<Record<ExclusionReason, number>> = {};
      for (const reason of reasons.values()) counts[reason] = (counts[reason] ?? 0) + 1;
      return counts;
    },
  };
}

/** Words from which equal text means a duplicate page; shorter pages are compared byte by byte. */
const enoughWords = 20;

export type ContentMemory = ReturnType<typeof createContentMemory>;

/** Remembers what pages held, so that none is audited twice under two addresses. */
export function createContentMemory(known: Iterable<string> = []) {
  const contents = new Set(known);
  return {
    /** What is remembered, to be known to the next memory. */
    marks: contents,
    isRepeated(record: PageRecord): boolean {
      if (record.exclusion !== undefined) return false;
      const marks = marksOf(record);
      const isKnown = marks.some((mark) => contents.has(mark));
      for (const mark of marks) contents.add(mark);
      return isKnown && !record.isHome;
    },
  };
}

function marksOf({ bodyHash, fingerprint }: PageRecord): readonly string[] {
  const body = `body ${bodyHash}`;
  return (fingerprint?.wordCount ?? 0) < enoughWords ? [body] : [body, `text ${fingerprint?.exact}`];
}

/** What the pages of one audit may hold together, for each page that was asked for. */
const bytesAPage = 1_500_000;
const elementsAPage = 25_000;
/** Links, images and everything else that names an address. */
const referencesAPage = 5_000;
/** Even the audit of one page has room for a large one. */
const leastPages = 4;

export type WorkBudget = ReturnType<typeof createWorkBudget>;

/**
 * Counts what the pages of an audit hold, since that is what reading and
 * checking them costs, in a measure that does not depend on the machine. Once
 * it is spent no further page is read. Large real pages (2 MB, 20,000
 * elements, 2,000 references) fit in whatever number was asked for.
 */
export function createWorkBudget(maxPages: number) {
  const pages = Math.max(leastPages, maxPages);
  const left = {
    bytes: bytesAPage * pages,
    elements: elementsAPage * pages,
    references: referencesAPage * pages,
  };
  return {
    /** Counts a page that was read; `document` is undefined where its markup was not. */
    spend(bytes: number, document: PageDocument | undefined): void {
      left.bytes -= bytes;
      if (document === undefined) return;
      const { anchors, links, images, subresources } = document;
      left.elements -= document.elementCount;
      left.references -= anchors.length + links.length + images.length + subresources.length;
    },
    get isSpent() {
      return left.bytes <= 0 || left.elements <= 0 || left.references <= 0;
    },
  };
}

/** Lets timers, sockets and other calls have their turn. */
export async function takeBreath(): Promise<void> {
  await nextTurn();
}
