import { ServiceError } from '#shared/platform/errors.ts';
import {
  type AskedPerformance,
  type ConnectedSites,
  type ExplainedChange,
  flatRow,
  type PerformanceFault,
  type SitePerformance,
} from '../ports/site-performance.ts';
import type { IndexReader } from '../stored-index/table/index-reads.ts';
import type { IndexTable } from '../stored-index/table/index-table.ts';

/** What one account's connection has synced, read by the calls that ask for it. */
export function connectedSitesOf(
  { open, openTable }: { readonly open: () => IndexReader; readonly openTable: () => Promise<IndexTable> },
  accountId: string,
  connectAt: string,
): ConnectedSites {
  const performance = async (site: string, asked: AskedPerformance) => {
    const { askPerformance } = await import('./ask-performance.ts');
    return answered<SitePerformance>(await askPerformance(open(), accountId, site, asked), 'body');
  };
  return {
    connectAt,
    performance,
    async performanceRows(site, asked) {
      const { keptQuestion } = await import('./ask-performance.ts');
      return (await performance(site, keptQuestion(asked)))?.rows.map(flatRow);
    },
    async explain(site, asked) {
      const [{ explainHistory }, { explainUploads }] = await Promise.all([
        import('./explain-history.ts'),
        import('#shared/facts/own-sites/explain-uploads.ts'),
      ]);
      const found =
        (await explainHistory(open(), accountId, site, asked)) ??
        (await explainUploads(open(), accountId, site, asked));
      return answered<ExplainedChange>(found, 'body');
    },
    async record(site, change, now) {
      const { recordChange } = await import('./site-changes.ts');
      return recordChange(await openTable(), accountId, { ...change, site, now });
    },
    async indexStatus(site, property) {
      const { askIndexStatus } = await import('./ask-performance.ts');
      return askIndexStatus(open(), accountId, site, property);
    },
  };
}

/** The answer, or the fault in the question; `place` is where its members stand in the request. */
export function answered<Answer extends object>(
  answer: Answer | PerformanceFault | undefined,
  place: 'query' | 'body',
): Answer | undefined {
  if (answer === undefined || !('fault' in answer)) return answer;
  const { name, message } = answer.fault;
  throw new ServiceError('validation_error', message, {
    faults: [{ pointer: `/${name}`, loc: [place, name], type: 'value', message }],
  });
}
