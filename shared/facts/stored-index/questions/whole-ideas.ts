import * as v from 'valibot';
import { subjectStems } from '#shared/facts/intent/words.ts';
import type { IndexList } from '#shared/facts/ports/search-index.ts';
import { readRow } from '#shared/facts/stored-index/items/index-items.ts';
import type { Market } from '../../ports/fact.ts';
import { type ItemKey, rowPrefix, tokenPartition } from '../items/keys.ts';
import { unpackTokenRow } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import {
  filtered,
  foldVariants,
  type IdeaSubject,
  ideaSubject,
  relatedKeywords,
  sharedStems,
  withoutSample,
} from './idea-questions.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';

type IdeaList = Extract<IndexList, { readonly list: 'keyword-ideas' }>;

/** Rows read for one list, shared out among the tokens of its seed. */
const mostRows = 1_000_000;

const storedRow = v.tuple([v.string(), v.string()]);
type StoredRow = v.InferOutput<typeof storedRow>;

/**
 * Every keyword around a seed: those with most of its words first, then those
 * most searched for. Keywords are brought together by meaning, and those of one
 * meaning folded. Related keywords are few, and come as an answer has them.
 */
export async function* wholeIdeas(
  table: IndexReader,
  list: IdeaList,
  market: Market,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  const question = { ...list, limit: mostRows };
  const related = list.mode === 'related' && (await relatedKeywords(table, question, market));
  if (related) return yield foldVariants(filtered(withoutSample(related.rows), question).kept);
  const subject = ideaSubject(list);
  const seen = { isReal: false };
  const groups = groupsOf(keywordsOf(table, market, subject, seen), storedRow, runLength);
  return yield* rankedRows(foldedRows(groups, { list, subject, seen }), runLength);
}

interface Seen {
  isReal: boolean;
}

async function* keywordsOf(
  table: IndexReader,
  market: Market,
  subject: IdeaSubject,
  seen: Seen,
): AsyncGenerator<readonly Member<StoredRow>[]> {
  const tokens = [...subject.pairs, ...subject.words];
  for (const token of tokens) {
    const pk = tokenPartition(market, token);
    let left = Math.ceil(mostRows / tokens.length);
    let after: ItemKey | undefined;
    do {
      const range = await table.range({ pk, prefix: rowPrefix, limit: left, after });
      left -= range.items.length;
      yield range.items.flatMap((item) => onSubject(readRow(item), subject, seen));
      after = range.next;
    } while (after && left > 0);
  }
}

function onSubject(
  { keyword, d }: ReturnType<typeof readRow>,
  subject: IdeaSubject,
  seen: Seen,
): Member<StoredRow>[] {
  const stems = subjectStems(keyword);
  if (sharedStems(subject, stems) < subject.needed) return [];
  seen.isReal ||= !unpackTokenRow(d, keyword).isSample;
  return [{ group: stems.sort().join(' '), data: [keyword, d] }];
}

/** A keyword that lies under several tokens counts once. All have been read before the first group comes. */
async function* foldedRows(
  parts: AsyncIterable<readonly Group<StoredRow>[]>,
  { list, subject, seen }: { readonly list: IdeaList; readonly subject: IdeaSubject; readonly seen: Seen },
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups.flatMap(({ members }) => {
      const rows = [...new Map(members)].map(([keyword, d]) => unpackTokenRow(d, keyword));
      const known = seen.isReal ? rows.filter(({ isSample }) => !isSample) : rows;
      return foldVariants(filtered(known, list).kept).map((row) => ranked(row, subject));
    });
}

function ranked(row: ReturnType<typeof foldVariants>[number], subject: IdeaSubject): RankedRow {
  const { keyword, variants, monthly_volume: volume } = row;
  const [name = keyword] = [keyword, ...variants].sort();
  return { rank: [sharedStems(subject, subjectStems(keyword)), volume ?? -1], name, row };
}
