import { SimpleGrid } from '@mantine/core';
import { number, percent } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Hint } from '../parts/text.tsx';
import { readableDomain } from '../readable-domain.ts';
import { Figures } from './figures.tsx';
import { GraphAuthority, LinkChanges } from './graph-authority.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { columnsOf, pageColumn, Table } from './table.tsx';

/** Who links here. */
export function BacklinksPicture({ data }: { readonly data: Data }) {
  const profile = part(data, 'profile');
  const authority = part(data, 'authority');
  const domains = rows(data, 'referring_domains');
  const scale = num(authority, 'rank_scale');
  return (
    <>
      <Figures
        figures={[
          { label: 'Backlinks', value: number(num(profile, 'backlinks')) },
          { label: 'Referring domains', value: number(num(profile, 'referring_domains')) },
          {
            label: 'Lost',
            value: number(num(profile, 'lost_backlinks')),
            note: `${number(num(profile, 'lost_main_domains'))} domains no longer link`,
          },
          { label: 'Followed', value: percent(num(profile, 'dofollow_share')) },
          {
            label: 'Domain rank',
            value: number(num(authority, 'domain_rank')),
            note: scale === null ? undefined : `of ${number(scale)}`,
          },
        ]}
      />
      <GraphAuthority data={data} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Table
          title="Referring domains"
          rows={domains}
          columns={columnsOf('domain', ...ratingOf(domains), lostColumn)}
          dataset="referring-domains"
        />
        <Table
          title="Anchors"
          rows={rows(data, 'anchors')}
          columns={columnsOf('anchor', 'backlinks')}
          dataset="anchors"
        />
        <Table
          title="Backlinks"
          rows={rows(data, 'backlinks')}
          columns={columnsOf(
            pageColumn(undefined, 'From', 'url_from'),
            pageColumn(undefined, 'To', 'url_to'),
            { header: 'Link text', value: 'anchor' },
            'clicks',
            'impressions',
          )}
          dataset="backlinks"
        />
        <Table
          title="Gained and lost"
          rows={rows(profile, 'months')}
          columns={[
            { header: 'Month', value: 'month' },
            { header: 'Gained', value: 'gained', as: 'number' },
            { header: 'Lost', value: 'lost', as: 'number' },
          ]}
        />
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
  const toAll = gaps.filter((gap) => num(gap, 'competitors_linked') === competitors.length).length;
  if (gaps.length === 0 && num(filtered, 'spam') === 0 && num(filtered, 'links_to_target') === 0)
    return <Hint>No links to these competitors are known. Try others.</Hint>;
  return (
    <>
      <Figures
        figures={[
          { label: 'Worth asking', value: number(gaps.length), note: 'link to competitors only' },
          ...(competitors.length > 1
            ? [{ label: 'Link to all of them', value: number(toAll), note: 'most likely to link here too' }]
            : []),
          { label: 'Left out as spam', value: number(num(filtered, 'spam')) },
          { label: 'Link here already', value: number(num(filtered, 'links_to_target')) },
        ]}
      />
      <Table
        title="Domains that link to competitors only"
        rows={gaps}
        columns={columnsOf(
          'referringDomain',
          ...ratingOf(gaps).filter((name) => name !== 'backlinks'),
          ...competitors.map((competitor) => linkColumn(competitor, competitors.length > crowd)),
        )}
        dataset="backlink-gaps"
        empty="Every site that links to these competitors links here too. Try other competitors."
      />
    </>
  );
}

/** From this many competitors on, their columns are narrow. */
export const crowd = 4;

/** Links to a competitor; the web graph knows that there is a link, not how many. */
function linkColumn(competitor: string, isNarrow: boolean): Column {
  const linksOf = (row: Data) => {
    const found = rows(row, 'links').find((entry) => text(entry, 'competitor') === competitor);
    return found ? (num(found, 'backlinks') ?? 'links') : null;
  };
  return { header: readableDomain(competitor), title: competitor, as: 'number', isNarrow, value: linksOf };
}

/** When the last link of a domain went, and why. */
const lostColumn: Column = {
  header: 'Lost',
  value: (row) => [text(row, 'lost_at'), text(row, 'lost_reason')].filter(Boolean).join(', '),
  isQuiet: true,
};

/** What rows are rated by: a place in the web graph has no rank, no spam score and no count. */
function ratingOf(list: readonly Data[]) {
  const isOfGraph = list.some((row) => num(row, 'position') !== null);
  return isOfGraph ? (['place'] as const) : (['backlinks', 'rank', 'spam'] as const);
}
