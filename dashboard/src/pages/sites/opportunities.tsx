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
import type { Subject } from './site-slices.ts';

type Kind = Opportunity['kind'];

/** In the order of the work. */
const kinds: Readonly<Record<Kind, { readonly label: string; readonly meaning: string }>> = {
  striking_distance: {
    label: 'Within reach',
    meaning: 'Positions 4 to 20, where a few places up bring the most clicks.',
  },
  low_ctr: { label: 'Low CTR', meaning: 'Clicked less than your other queries at the same position.' },
  cannibalisation: { label: 'Competing pages', meaning: 'Two of your pages compete for one query.' },
  decay: { label: 'Losing', meaning: 'Fewer clicks a day than in the earlier period.' },
  growth: { label: 'Growing', meaning: 'More clicks a day than in the earlier period.' },
  not_indexed: { label: 'Not indexed', meaning: 'Google does not show this page.' },
  canonical_mismatch: {
    label: 'Other canonical',
    meaning: 'Google shows the page under another address than it declares.',
  },
  page_fault: {
    label: 'Broken page',
    meaning: 'A crawl or an audit found a fault that keeps this page out of search.',
  },
};

interface OpportunitiesProps {
  readonly site: OwnSite;
  readonly onOpen: (subject: Subject) => void;
}

interface GivenProps extends Pick<OwnSite, 'site' | 'from'> {
  readonly rows: readonly Opportunity[];
}

/** What to do next as somebody reads it who was sent a report: without what is pressed and paid. */
export function GivenOpportunities({ rows, ...of }: GivenProps) {
  return <Grid label="Opportunities" rows={rows} columns={columnsOf(of).slice(0, -1)} />;
}

/** What to do next, most clicks to win first. */
export function Opportunities({ site, onOpen }: OpportunitiesProps) {
  const [chosen, setChosen] = useParameter('kind', 'all');
  const rows = site.opportunities.filter(
    (row) => chosen === 'all' || leversOf(row).some((kind) => kind === chosen),
  );
  if (site.opportunities.length === 0)
    return (
      <EmptyState title="Nothing stands out">
        No query is within reach or clicked less than your own queries usually are. A longer period shows
        more; an export of an earlier period shows what grew and what was lost.
      </EmptyState>
    );
  const found = Object.entries(kinds).flatMap(([value, { label, meaning }]) => {
    const count = site.opportunity_counts[value] ?? 0;
    return count > 0 ? [{ value, label: `${label} ${number(count)}`, meaning }] : [];
  });
  return (
    <>
      <Chips
        label="Kind of opportunity"
        value={chosen}
        onChange={setChosen}
        choices={[{ value: 'all', label: 'All' }, ...found]}
      />
      <Grid
        label="Opportunities"
        rows={rows}
        columns={columnsOf(site)}
        onOpen={(row) => onOpen(subjectOf(row, site.site))}
      />
    </>
  );
}

const leversOf = ({ kind, levers }: Opportunity): readonly Kind[] => (levers?.length ? levers : [kind]);

function subjectOf({ query, page }: Opportunity, site: string): Subject {
  return query === null ? { kind: 'page', name: page ?? site } : { kind: 'query', name: query };
}

/** A month where the period is known, so that exports of different lengths compare. */
const toWin = ({ estimated_clicks_per_month: monthly, estimated_clicks: whole }: Opportunity) =>
  monthly ?? whole;

function columnsOf({ site, from }: Pick<OwnSite, 'site' | 'from'>): readonly Column<Opportunity>[] {
  return [
    { header: 'Query or page', width: 208, value: ({ query, page }) => query ?? page, site },
    {
      header: from === null ? 'Clicks to win' : 'Clicks to win/mo',
      title: 'Clicks to win, a month where the period is known',
      width: 150,
      value: toWin,
      as: 'whole',
    },
    {
      header: 'Why',
      width: 194,
      value: (row) =>
        leversOf(row)
          .map((kind) => kinds[kind].label)
          .join(', '),
      cell: (row) => (
        <Group gap={4} wrap="nowrap">
          {leversOf(row).map((kind) => (
            <Badge key={kind} color="gray" title={kinds[kind].meaning}>
              {kinds[kind].label}
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
      header: 'Look closer',
      width: 114,
      value: ({ next_call }) => actions[next_call.tool],
      cell: (row) => (
        <LinkButton
          href={nextCall(row)}
          size="compact-xs"
          variant="subtle"
          title={`${words(row.next_call.tool)}: ${credits(row.credits)}`}
        >
          {actions[row.next_call.tool]} · {row.credits}
          <span className="visually-hidden"> credits, of {row.query ?? row.page}</span>
        </LinkButton>
      ),
    },
  ];
}

const actions = { inspect_serp: 'SERP', inspect_keyword: 'Keyword', audit_site: 'Audit' } as const;

function nextCall({ next_call: { tool, args } }: Opportunity): string {
  return explorerLink(tool, { ...args, ...(tool === 'audit_site' ? {} : lastMarket()) });
}
