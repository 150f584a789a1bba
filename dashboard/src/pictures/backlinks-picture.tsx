import { SimpleGrid } from '@mantine/core';
import { number, percent, unknown, words } from '../format.ts';
import { Address, Strong } from './cells.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { type Column, RowsTable } from './rows-table.tsx';

/** Who links here. */
export function BacklinksPicture({ data }: { readonly data: Data }) {
  const profile = part(data, 'profile');
  const authority = part(data, 'authority');
  const lists: readonly (readonly [string, readonly Column[]])[] = [
    ['referring_domains', [domain('domain'), links, rank, spam]],
    [
      'anchors',
      [{ header: 'Anchor', cell: (row) => <Strong>{text(row, 'anchor') || unknown}</Strong> }, links],
    ],
    [
      'backlinks',
      [
        address('From', 'url_from'),
        address('To', 'url_to'),
        { header: 'Anchor', cell: (row) => text(row, 'anchor') },
      ],
    ],
  ];
  return (
    <>
      <Figures
        figures={[
          { label: 'Backlinks', value: number(num(profile, 'backlinks')) },
          { label: 'Referring domains', value: number(num(profile, 'referring_domains')) },
          { label: 'Followed', value: percent(num(profile, 'dofollow_share')) },
          { label: 'Domain rank', value: number(num(authority, 'domain_rank')) },
        ]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        {lists
          .filter(([key]) => rows(data, key).length > 0)
          .map(([key, columns]) => (
            <Panel key={key} title={words(key)}>
              <RowsTable label={words(key)} rows={rows(data, key)} columns={columns} minWidth={300} />
            </Panel>
          ))}
      </SimpleGrid>
    </>
  );
}

/** Who links to competitors and not here. */
export function BacklinkGapPicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const linkColumns = competitors.map(
    (competitor): Column => ({
      header: competitor,
      isNumber: true,
      cell: (row) => {
        const found = rows(row, 'links').find((entry) => text(entry, 'competitor') === competitor);
        return found ? number(num(found, 'backlinks')) : unknown;
      },
    }),
  );
  return (
    <Panel title="Domains that link to competitors only">
      <RowsTable
        label="Gaps"
        rows={rows(data, 'gaps')}
        columns={[domain('referring_domain'), rank, spam, ...linkColumns]}
        minWidth={420 + 110 * competitors.length}
        phoneMinWidth={190 + 100 * competitors.length}
      />
    </Panel>
  );
}

const links: Column = { header: 'Backlinks', cell: (row) => number(num(row, 'backlinks')), isNumber: true };
const rank: Column = { header: 'Rank', cell: (row) => number(num(row, 'domain_rank')), isNumber: true };
const spam: Column = {
  header: 'Spam',
  cell: (row) => number(num(row, 'spam_score')),
  isNumber: true,
  isMinor: true,
};

function domain(key: string): Column {
  return { header: 'Domain', cell: (row) => <Strong>{text(row, key)}</Strong> };
}

function address(header: string, key: string): Column {
  return { header, cell: (row) => <Address url={text(row, key)} /> };
}
