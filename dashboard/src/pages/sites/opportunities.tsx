import { Badge, Group } from '@mantine/core';
import type { Opportunity, OwnSite } from '../../api/schema.ts';
import { explorerLink } from '../../explorer-link.ts';
import { credits, number, words } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Chips } from '../../parts/chips.tsx';
import { EmptyState } from '../../parts/page.tsx';
import { LinkButton } from '../../parts/text.tsx';
import { useParameter } from '../../router.tsx';
import { lastMarket } from '../explorer/last-market.ts';
import { useSubject } from './site-slices.ts';

type Kind = Opportunity['kind'];

/** By what they are called and mean, in the order of the work. */
const kinds: Readonly<Record<Kind, readonly [label: string, meaning: string]>> = {
  striking_distance: ['Within reach', 'Positions 4 to 20, where a few places up bring the most clicks.'],
  low_ctr: ['Low CTR', 'Clicked less than your other queries at the same position.'],
  cannibalisation: ['Competing pages', 'Two of your pages compete for one query.'],
  decay: ['Losing', 'Fewer clicks a day than in the earlier period.'],
  growth: ['Growing', 'More clicks a day than in the earlier period.'],
  not_indexed: ['Not indexed', 'Google does not show this page.'],
  canonical_mismatch: ['Other canonical', 'Google shows the page under another address than it declares.'],
  page_fault: ['Broken page', 'A crawl or an audit found a fault that keeps this page out of search.'],
};

interface GivenProps extends Pick<OwnSite, 'site' | 'from'> {
  readonly rows: readonly Opportunity[];
}

/** What to do next as somebody reads it who was sent a report: without what is pressed and paid. */
export function GivenOpportunities({ rows, ...of }: GivenProps) {
  return <Grid label="Opportunities" rows={rows} columns={columnsOf(of).slice(0, -1)} />;
}

/** What to do next, most clicks to win first. */
export function Opportunities({ site }: { readonly site: OwnSite }) {
  const [chosen, setChosen] = useParameter('kind', 'all');
  const { open } = useSubject();
  if (site.opportunities.length === 0)
    return (
      <EmptyState title="Nothing stands out">
        No query is within reach or clicked less than your own queries usually are. A longer period shows
        more; an export of an earlier period shows what grew and what was lost.
      </EmptyState>
    );
  const found = Object.entries(kinds).flatMap(([value, [name, meaning]]) => {
    const count = site.opportunity_counts[value] ?? 0;
    return count > 0 ? [{ value, label: `${name} ${number(count)}`, meaning }] : [];
  });
  return (
    <>
      <Chips
        label="Kind of opportunity"
        mb="xs"
        value={chosen}
        onChange={setChosen}
        choices={[{ value: 'all', label: 'All' }, ...found]}
      />
      <Grid
        label="Opportunities"
        rows={site.opportunities.filter(
          (row) => chosen === 'all' || leversOf(row).some((kind) => kind === chosen),
        )}
        columns={columnsOf(site)}
        onOpen={({ query, page }) =>
          open(query === null ? { kind: 'page', name: page ?? site.site } : { kind: 'query', name: query })
        }
      />
    </>
  );
}

const leversOf = ({ kind, levers }: Opportunity): readonly Kind[] => (levers?.length ? levers : [kind]);

function columnsOf({ site, from }: Pick<OwnSite, 'site' | 'from'>): readonly Column<Opportunity>[] {
  return [
    { header: 'Query or page', width: 208, value: ({ query, page }) => query ?? page, site },
    {
      header: from === null ? 'Clicks to win' : 'Clicks to win/mo',
      title: 'Clicks to win, a month where the period is known',
      // A month where that is known, so that exports of different lengths compare.
      value: ({ estimated_clicks_per_month: monthly, estimated_clicks: whole }) => monthly ?? whole,
      as: 'whole',
    },
    {
      header: 'Why',
      width: 194,
      value: (row) =>
        leversOf(row)
          .map((kind) => kinds[kind][0])
          .join(', '),
      cell: (row) => (
        <Group gap={4} wrap="nowrap">
          {leversOf(row).map((kind) => (
            <Badge key={kind} color="gray" title={kinds[kind][1]}>
              {kinds[kind][0]}
            </Badge>
          ))}
        </Group>
      ),
    },
    { header: 'Clicks', value: 'clicks', as: 'number', isMinor: true },
    { header: 'Impressions', width: 112, value: 'impressions', as: 'number', isMinor: true },
    { header: 'Position', width: 88, value: 'average_position', as: 'decimal', isMinor: true },
    {
      header: 'Page',
      width: 200,
      value: ({ query, page }) => (query === null ? null : page),
      site,
      isMinor: true,
      isQuiet: true,
    },
    {
      header: '',
      title: 'Look closer',
      width: 114,
      value: ({ next_call }) => actions[next_call.tool],
      cell: ({ query, page, credits: price, next_call: { tool, args } }) => (
        <LinkButton
          href={explorerLink(tool, { ...args, ...(tool === 'audit_site' ? {} : lastMarket()) })}
          size="compact-xs"
          variant="subtle"
          title={`${words(tool)}: ${credits(price)}`}
        >
          {actions[tool]} · {price}
          <span className="visually-hidden"> credits, of {query ?? page}</span>
        </LinkButton>
      ),
    },
  ];
}

const actions = { inspect_serp: 'SERP', inspect_keyword: 'Keyword', audit_site: 'Audit' } as const;
