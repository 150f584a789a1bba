import { Anchor } from '@mantine/core';
import { number } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import { Note } from '../parts/text.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text } from './read.ts';
import { columnsOf, Table } from './table.tsx';

/** A domain's place in the open web graph, with the releases before; nothing where the graph does not have it. */
export function GraphAuthority({ data }: { readonly data: Data }) {
  const graph = part(part(data, 'authority'), 'web_graph');
  const trend = rows(graph, 'trend');
  if (num(graph, 'position') === null) return null;
  const percentile = num(graph, 'percentile');
  return (
    <Panel title="Authority in the open web graph">
      <Figures
        figures={[
          {
            label: 'Rank by centrality',
            value: number(num(graph, 'position')),
            note: percentile === null ? undefined : `ahead of ${percentile}% of ${number(num(graph, 'of'))}`,
          },
          { label: 'Place by PageRank', value: number(num(graph, 'pagerank_position')) },
          { label: 'Domains that link to it', value: number(num(graph, 'referring_domains')) },
          { label: 'Domains it links to', value: number(num(graph, 'linked_domains')) },
        ]}
      />
      {trend.length === 0 ? null : (
        <Grid isPlain label="Releases" rows={[graph, ...trend]} columns={releaseColumns} />
      )}
      <Note mt="xs">
        Domain rankings and links from the{' '}
        <Anchor href="https://commoncrawl.org/web-graphs" size="xs">
          Common Crawl Web Graph
        </Anchor>
        , release {text(graph, 'release')}. A link is any reference that a crawl saw, also to images and
        scripts.
      </Note>
    </Panel>
  );
}

const releaseColumns = columnsOf(
  { header: 'Release', value: 'release' },
  { header: 'Place', value: 'position', as: 'number' },
  'referrers',
);

/** Referring domains that only one of two releases has; nothing where none are compared. */
export function LinkChanges({ data }: { readonly data: Data }) {
  const changes = part(data, 'changes');
  const against = text(changes, 'against');
  if (against === '') return null;
  const look = { columns: columnsOf('domain', 'place'), empty: 'None.' };
  const gone = `In ${against} only: gone, or not crawled since.`;
  return (
    <>
      <Table {...look} title="New" note={`Not in ${against}.`} rows={rows(changes, 'new')} />
      <Table {...look} title="No longer seen" note={gone} rows={rows(changes, 'not_seen')} />
    </>
  );
}
