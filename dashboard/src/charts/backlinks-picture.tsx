import { SimpleGrid } from '@mantine/core';
import { number, percent, unknown, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Grid } from '../grid/grid.tsx';
import { Hint } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import { Address, Domain, Strong } from './cells.tsx';
import { Figures, Panel } from './figures.tsx';
import { GraphAuthority, LinkChanges, placeColumn } from './graph-authority.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';

/** Who links here. */
export function BacklinksPicture({ data }: { readonly data: Data }) {
  const profile = part(data, 'profile');
  const authority = part(data, 'authority');
  const lists: readonly (readonly [string, readonly Column[]])[] = [
    [
      'referring_domains',
      [
        domain('domain'),
        ...ratingOf(rows(data, 'referring_domains')),
        ...lostColumns(rows(data, 'referring_domains')),
      ],
    ],
    [
      'anchors',
      [
        {
          header: 'Link text',
          value: (row) => text(row, 'anchor'),
          cell: (row) => <Strong>{text(row, 'anchor') || unknown}</Strong>,
        },
        links,
      ],
    ],
    [
      'backlinks',
      [
        address('From', 'url_from'),
        address('To', 'url_to'),
        { header: 'Link text', value: (row) => text(row, 'anchor') },
        ...ownColumns(rows(data, 'backlinks')),
      ],
    ],
    ['months', [{ header: 'Month', value: (row) => text(row, 'month') }, gained, lost]],
  ];
  const listOf = (key: string) => rows(key === 'months' ? profile : data, key);
  return (
    <>
      <Figures
        figures={[
          { label: 'Backlinks', value: number(num(profile, 'backlinks')) },
          { label: 'Referring domains', value: number(num(profile, 'referring_domains')) },
          ...(num(profile, 'lost_backlinks') === null
            ? []
            : [
                {
                  label: 'Lost',
                  value: number(num(profile, 'lost_backlinks')),
                  note: `${number(num(profile, 'lost_main_domains'))} domains no longer link`,
                },
              ]),
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
      <GraphAuthority data={data} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        {lists
          .filter(([key]) => listOf(key).length > 0)
          .map(([key, columns]) => (
            <Panel key={key} title={key === 'months' ? 'Gained and lost' : words(key)}>
              <Grid
                label={words(key)}
                rows={listOf(key)}
                columns={columns}
                {...(key !== 'months' && { dataset: key.replaceAll('_', '-') })}
              />
            </Panel>
          ))}
        <LinkChanges data={data} />
      </SimpleGrid>
    </>
  );
}

/** Who links to competitors and not here. */
export function BacklinkGapPicture({ data }: { readonly data: Data }) {
  const competitors = texts(data, 'competitors');
  const gaps = rows(data, 'gaps');
  const filtered = part(data, 'filtered');
  const linkColumns = competitors.map((competitor): Column => {
    const linksOf = (row: Data) => {
      const found = rows(row, 'links').find((entry) => text(entry, 'competitor') === competitor);
      // The web graph knows that there is a link, not how many.
      return found ? (num(found, 'backlinks') ?? 'links') : null;
    };
    return {
      header: readableDomain(competitor),
      title: competitor,
      as: 'number',
      isNarrow: competitors.length > crowd,
      value: linksOf,
    };
  });
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
          <Hint>Every site that links to these competitors links here too. Try other competitors.</Hint>
        ) : (
          <Grid
            label="Gaps"
            rows={gaps}
            columns={[
              domain('referring_domain'),
              ...ratingOf(gaps).filter((column) => column !== links),
              ...linkColumns,
            ]}
            dataset="backlink-gaps"
          />
        )}
      </Panel>
    </>
  );
}

/** From this many competitors on, their columns are narrow. */
const crowd = 4;

const gained: Column = { header: 'Gained', value: (row) => num(row, 'gained'), as: 'number' };
const lost: Column = { header: 'Lost', value: (row) => num(row, 'lost'), as: 'number' };

/** Clicks of the pages that links lead to, on a site of the person's own. */
function ownColumns(list: readonly Data[]): readonly Column[] {
  if (!list.some((row) => num(part(row, 'own'), 'clicks') !== null)) return [];
  return [
    { header: 'Clicks', value: (row) => num(part(row, 'own'), 'clicks'), as: 'number' },
    {
      header: 'Impressions',
      value: (row) => num(part(row, 'own'), 'impressions'),
      as: 'number',
      isMinor: true,
    },
  ];
}

/** When the last link of a domain went, and why. */
function lostColumns(list: readonly Data[]): readonly Column[] {
  if (!list.some((row) => text(row, 'lost_at') !== '')) return [];
  return [
    {
      header: 'Lost',
      value: (row) => text(row, 'lost_at'),
      cell: (row) =>
        [text(row, 'lost_at'), text(row, 'lost_reason')].filter((each) => each !== '').join(', '),
    },
  ];
}

const links: Column = { header: 'Backlinks', value: (row) => num(row, 'backlinks'), as: 'number' };
const rank: Column = { header: 'Rank', value: (row) => num(row, 'domain_rank'), as: 'number' };
const spam: Column = {
  header: 'Spam score',
  value: (row) => num(row, 'spam_score'),
  as: 'number',
  isMinor: true,
};

/** What rows are rated by: a place in the web graph has no rank, no spam score and no count. */
function ratingOf(list: readonly Data[]): readonly Column[] {
  const isOfGraph = list.some((row) => num(row, 'position') !== null);
  return isOfGraph ? [placeColumn] : [links, rank, spam];
}

function domain(key: string): Column {
  return {
    header: 'Domain',
    value: (row) => text(row, key),
    cell: (row) => <Domain name={text(row, key)} />,
  };
}

function address(header: string, key: string): Column {
  return { header, value: (row) => text(row, key), cell: (row) => <Address url={text(row, key)} /> };
}
