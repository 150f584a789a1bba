import { SimpleGrid } from '@mantine/core';
import { number, percent, unknown, words } from '../format.ts';
import { readableDomain } from '../readable-domain.ts';
import { Address, Domain, Strong } from './cells.tsx';
import { Figures, Nothing, Panel } from './figures.tsx';
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
          {
            label: 'Domain rank',
            value: number(num(authority, 'domain_rank')),
            ...(num(authority, 'rank_scale') === null
              ? {}
              : { note: `of ${number(num(authority, 'rank_scale'))}` }),
          },
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
  const gaps = rows(data, 'gaps');
  const filtered = part(data, 'filtered');
  const linkColumns = competitors.map(
    (competitor): Column => ({
      header: readableDomain(competitor),
      title: competitor,
      isNumber: true,
      cell: (row) => {
        const found = rows(row, 'links').find((entry) => text(entry, 'competitor') === competitor);
        return found ? number(num(found, 'backlinks')) : unknown;
      },
    }),
  );
  return (
    <>
      <Figures
        figures={[
          { label: 'Worth asking', value: number(gaps.length), note: 'link to competitors only' },
          ...(competitors.length > 1
            ? [
                {
                  label: 'Link to all of them',
                  value: number(
                    gaps.filter((gap) => num(gap, 'competitors_linked') === competitors.length).length,
                  ),
                  note: 'most likely to link here too',
                },
              ]
            : []),
          { label: 'Left out as spam', value: number(num(filtered, 'spam')) },
          { label: 'Link here already', value: number(num(filtered, 'links_to_target')) },
        ]}
      />
      <Panel title="Domains that link to competitors only">
        {gaps.length === 0 ? (
          <Nothing>Every site that links to these competitors links here too. Compare with others.</Nothing>
        ) : (
          <RowsTable
            label="Gaps"
            rows={gaps}
            columns={[domain('referring_domain'), rank, spam, ...linkColumns]}
            minWidth={420 + 110 * competitors.length}
            phoneMinWidth={190 + 100 * competitors.length}
          />
        )}
      </Panel>
    </>
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
  return { header: 'Domain', cell: (row) => <Domain name={text(row, key)} /> };
}

function address(header: string, key: string): Column {
  return { header, cell: (row) => <Address url={text(row, key)} /> };
}
