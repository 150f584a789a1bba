import { Anchor } from '@mantine/core';
import { number } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Note } from '../parts/text.tsx';
import { Domain } from './cells.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text } from './read.ts';

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
            label: 'Place by centrality',
            value: number(num(graph, 'position')),
            ...(percentile === null
              ? {}
              : { note: `ahead of ${percentile} % of ${number(num(graph, 'of'))}` }),
          },
          { label: 'Place by PageRank', value: number(num(graph, 'pagerank_position')) },
          { label: 'Domains that link to it', value: number(num(graph, 'referring_domains')) },
          { label: 'Domains it links to', value: number(num(graph, 'linked_domains')) },
        ]}
      />
      {trend.length === 0 ? null : (
        <Grid isPlain label="Releases" rows={[graph, ...trend]} columns={releaseColumns} />
      )}
      <Attribution release={text(graph, 'release')} />
    </Panel>
  );
}

const releaseColumns: readonly Column[] = [
  { header: 'Release', value: (row) => text(row, 'release') },
  { header: 'Place', value: (row) => num(row, 'position'), as: 'number' },
  { header: 'Referring domains', value: (row) => num(row, 'referring_domains'), as: 'number' },
];

function Attribution({ release }: { readonly release: string }) {
  return (
    <Note mt="xs">
      Domain rankings and links from the{' '}
      <Anchor href="https://commoncrawl.org/web-graphs" size="xs">
        Common Crawl Web Graph
      </Anchor>
      , release {release}. A link is any reference that a crawl saw, also to images and scripts.
    </Note>
  );
}

/** Referring domains that only one of two releases has; nothing where none are compared. */
export function LinkChanges({ data }: { readonly data: Data }) {
  const changes = part(data, 'changes');
  const against = text(changes, 'against');
  if (against === '') return null;
  const lists = [
    ['New', 'new', `Not in ${against}.`],
    ['Not seen any more', 'not_seen', `In ${against} only: gone, or not crawled since.`],
  ] as const;
  return lists.map(([title, key, note]) => (
    <Panel key={key} title={title} note={note}>
      <Grid label={title} rows={rows(changes, key)} columns={changeColumns} />
    </Panel>
  ));
}

/** Place of a row in the graph, where rows are from there. */
export const placeColumn: Column = {
  header: 'Place in the web',
  value: (row) => num(row, 'position'),
  as: 'number',
};

const changeColumns: readonly Column[] = [
  {
    header: 'Domain',
    value: (row) => text(row, 'domain'),
    cell: (row) => <Domain name={text(row, 'domain')} />,
  },
  placeColumn,
];
