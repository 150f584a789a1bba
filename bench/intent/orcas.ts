import { createHash } from 'node:crypto';
import type { Intent } from '#shared/contract/rows.ts';

/** A query of ORCAS-I with the intent its label stands for; null where those who labeled it abstained. */
interface GoldQuery {
  readonly query: string;
  readonly intent: Intent | null;
  readonly part: 'development' | 'test';
}

/** What the labels of ORCAS-I are here. It has no class for those who choose: `joined` reads `commercial` as `transactional`. */
const intentOfLabel: ReadonlyMap<string, Intent | null> = new Map([
  ['Factual', 'informational'],
  ['Instrumental', 'informational'],
  ['Navigational', 'navigational'],
  ['Transactional', 'transactional'],
  ['Abstain', null],
]);

export function joined(given: Intent): Intent {
  return given === 'commercial' ? 'transactional' : given;
}

/**
 * The queries of the gold file of ORCAS-I (`ORCAS-I-gold.tsv`): tab-separated,
 * with `qid`, `query` and `label_manual` among its columns. The parts are
 * halves by the hash of `qid`; lists for training were written by somebody
 * who read the development part.
 */
export function orcasQueries(text: string): GoldQuery[] {
  const [header = '', ...lines] = text.trim().split('\n');
  const columns = header.trim().split('\t');
  return lines.map((line, index) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
    const intent = intentOfLabel.get(cell('label_manual'));
    if (intent === undefined)
      throw new Error(`Line ${index + 2} has no label of ORCAS-I; give the file as it was downloaded.`);
    const digest = createHash('sha256').update(cell('qid')).digest();
    const isEven = (digest.at(-1) ?? 0) % 2 === 0;
    return { query: cell('query'), intent, part: isEven ? 'development' : 'test' };
  });
}
