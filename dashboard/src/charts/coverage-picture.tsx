import { number, shortNumber, words } from '../format.ts';
import { BarList } from '../parts/bar-list.tsx';
import { CoverageMatrix } from './coverage-matrix.tsx';
import { Figures, Panel } from './figures.tsx';
import { KeywordMap } from './maps.tsx';
import { type Data, num, rows, text, texts } from './read.ts';

/** Where competitors are found and the target is not: a matrix of positions. */
export function CoveragePicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const losing = rows(data, 'losing');
  const clusters = rows(data, 'intent_clusters');
  return (
    <>
      <Figures
        figures={[
          {
            label: 'Searches a month to win',
            value: shortNumber(sumOf(clusters, 'total_volume')),
          },
          { label: 'Keywords', value: number(sumOf(clusters, 'keywords')) },
          { label: 'Largest gap', value: shortNumber(largest(gaps)) },
          {
            label: 'Largest you rank lower for',
            value: shortNumber(largest(losing)),
          },
        ]}
      />
      <CoverageMatrix data={data} competitors={competitors} />
      <Panel title="Searches a month to win, by intent">
        <BarList
          rows={clusters.map((cluster) => ({
            label: words(text(cluster, 'intent') || 'unknown'),
            value: num(cluster, 'total_volume') ?? 0,
            text: number(num(cluster, 'total_volume')),
          }))}
        />
      </Panel>
      <KeywordMap keywords={gaps} />
    </>
  );
}

function sumOf(list: readonly Data[], key: string): number {
  return list.reduce((sum, row) => sum + (num(row, key) ?? 0), 0);
}

function largest(list: readonly Data[]): number | null {
  return num(list[0] ?? {}, 'monthly_volume');
}
