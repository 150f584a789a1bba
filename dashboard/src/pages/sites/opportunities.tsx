import { Button, Chip, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Opportunity, OwnSite } from '../../api/schema.ts';
import { Address } from '../../charts/cells.tsx';
import { credits, exactNumber, number, shortNumber, unknown, words } from '../../format.ts';
import { CheckIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import { lastMarket } from '../explorer/last-market.ts';
import classes from './opportunities.module.css';

type Kind = Opportunity['kind'];

const kinds: Readonly<Record<Kind, { readonly label: string; readonly meaning: string }>> = {
  striking_distance: {
    label: 'Within reach',
    meaning: 'Positions 4 to 20: a few places up bring most of the clicks.',
  },
  low_ctr: { label: 'Seldom clicked', meaning: 'Clicked less than your other queries at the same position.' },
  cannibalisation: {
    label: 'Pages in each other’s way',
    meaning: 'Two pages share the impressions of one query.',
  },
  decay: { label: 'Losing', meaning: 'Fewer clicks a day than in the period before.' },
  growth: { label: 'Growing', meaning: 'More clicks a day than in the period before.' },
};
const order: readonly Kind[] = ['striking_distance', 'low_ctr', 'cannibalisation', 'decay', 'growth'];
const shownAtFirst = 15;

/** What to do next, most clicks to win first. */
export function Opportunities({ site }: { readonly site: OwnSite }) {
  const [chosen, setChosen] = useState<string>('all');
  const [isWhole, setWhole] = useState(false);
  const rows = site.opportunities.filter(({ kind }) => chosen === 'all' || kind === chosen);
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  const found = order.filter((kind) => (site.opportunity_counts[kind] ?? 0) > 0);
  const counts = chosen === 'all' ? found : [kindOf(chosen)];
  // The answer carries the best few hundred; the dataset has them all.
  const isCut = rows.length < counts.reduce((sum, kind) => sum + (site.opportunity_counts[kind] ?? 0), 0);
  if (site.opportunities.length === 0)
    return (
      <Section title="What to do next">
        <EmptyState icon={<CheckIcon />} title="Nothing stands out">
          No query is within reach or clicked less than your own curve says. A longer period shows more; a
          second export of an earlier period shows what grew and what was lost.
        </EmptyState>
      </Section>
    );
  return (
    <Section
      title="What to do next"
      lead={chosen === 'all' ? 'Most clicks to win first.' : kinds[kindOf(chosen)].meaning}
    >
      <Chip.Group
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setWhole(false);
        }}
      >
        <Group gap="xs" mb="md" role="radiogroup" aria-label="Kind of opportunity">
          <Chip size="xs" value="all">
            All
          </Chip>
          {found.map((kind) => (
            <Chip key={kind} size="xs" value={kind}>
              {kinds[kind].label} {number(site.opportunity_counts[kind])}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <OpportunityTable rows={shown} site={site.site} />
      {rows.length > shown.length ? (
        <Button variant="default" size="xs" mt="sm" onClick={() => setWhole(true)}>
          Show {isCut ? 'the best' : 'all'} {number(rows.length)}
        </Button>
      ) : null}
    </Section>
  );
}

function kindOf(name: string): Kind {
  return order.find((kind) => kind === name) ?? 'striking_distance';
}

interface OpportunityTableProps {
  readonly rows: readonly Opportunity[];
  readonly site: string;
}

function OpportunityTable({ rows, site }: OpportunityTableProps) {
  return (
    <ScrollTable label="What to do next" minWidth={640} phoneMinWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Query or page</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Impressions
          </Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Position
          </Table.Th>
          <Table.Th ta="right">Clicks to win</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Look closer</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={`${row.kind} ${row.query} ${row.page}`}>
            <Table.Td>
              <Subject row={row} site={site} />
            </Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
              {shortNumber(row.impressions)}
            </Table.Td>
            <Table.Td ta="right" className="numeric" visibleFrom="sm">
              {row.average_position === null ? unknown : exactNumber(row.average_position)}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              <Estimate row={row} />
            </Table.Td>
            <Table.Td ta="right">
              <Button
                component={Link}
                href={explorerLink(row)}
                size="compact-xs"
                variant="light"
                title={`${words(row.next_call.tool)}: ${credits(row.credits)}`}
              >
                {actions[row.next_call.tool]}
                <span className="visually-hidden"> of {row.query ?? row.page},</span>
                {`\u00a0· ${row.credits}`}
                <span className="visually-hidden"> credits</span>
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

const actions = { inspect_serp: 'Results', inspect_keyword: 'Keyword', audit_site: 'Audit' } as const;

function Subject({ row, site }: { readonly row: Opportunity; readonly site: string }) {
  return (
    <details className={classes.subject}>
      <summary>
        <span className={classes.name}>
          {row.query === null ? <Address url={row.page ?? site} site={site} /> : <bdi>{row.query}</bdi>}
        </span>
        <span className={classes.kind}>
          {(row.levers?.length ? row.levers : [row.kind]).map((kind) => kinds[kind].label).join(', ')}
        </span>
      </summary>
      <Text size="sm">{row.seen}</Text>
      {row.query !== null && row.page !== null ? <Address url={row.page} site={site} /> : null}
      <Text size="xs" c="dimmed" mt={4}>
        {row.computed}
      </Text>
    </details>
  );
}

/** A month where the period is known, so that exports of different lengths compare. */
function Estimate({ row }: { readonly row: Opportunity }) {
  const { estimated_clicks_per_month: monthly, estimated_clicks: whole } = row;
  if (whole === null) return <>{unknown}</>;
  return (
    <>
      {number(monthly ?? whole)}
      <Text size="xs" c="dimmed" component="span" display="block">
        {monthly === null ? 'in the period' : 'a month'}
      </Text>
    </>
  );
}

function explorerLink({ next_call: { tool, args } }: Opportunity): string {
  const market = tool === 'audit_site' ? {} : lastMarket();
  return `/explorer/${tool}?${new URLSearchParams({ args: JSON.stringify({ ...args, ...market }) })}`;
}
