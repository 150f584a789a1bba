import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RankRow, Ranks } from '../../api/schema.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { Figures, Panel } from '../../charts/figures.tsx';
import { dayName, decimal, number, words } from '../../format.ts';
import { SidePanel } from '../../parts/dialog.tsx';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { pathOf } from '../../readable-domain.ts';
import { ToolLink } from '../explorer/tool-link.tsx';
import { featureText } from './rank-columns.tsx';

interface RankPanelProps {
  readonly ranks: Ranks;
  readonly row: RankRow;
  readonly onClose: () => void;
}

/** One keyword beside the list it is in: how its place went, who else is there, and a look at the listing. */
export function RankPanel({ ranks: { site, market, days, tracker_id: id }, row, onClose }: RankPanelProps) {
  const { keyword, url, best_day: bestDay } = row;
  const { location, language, device } = market;
  const asked = { keyword, market: `${location},${language},${device}`, from: days[0]?.day ?? '' };
  const history = useQuery(workspaceQueries.ranks(id, asked));
  const known = [
    ...(url ? [['Page', pathOf(url, site)]] : []),
    ['AI overview', words(row.ai_overview)],
    ['Features', featureText(row.serp_features) || 'none known'],
    ...row.rivals.map(({ domain, position }) => [domain, position === null ? 'not found' : number(position)]),
  ];
  return (
    <SidePanel onClose={onClose} title={<bdi>{keyword}</bdi>}>
      <Figures
        figures={[
          { label: 'Position', value: number(row.position) },
          { label: 'Best', value: number(row.best_position), note: bestDay ? dayName(bestDay) : undefined },
          { label: 'Volume', value: number(row.monthly_volume) },
          { label: 'Search Console', value: decimal(row.search_console_position), note: 'mean position' },
        ]}
      />
      <Panel title="Position">
        <QueryState query={history} loading={<LoadingBox height={220} />}>
          {({ days: all }) => (
            <LineChart
              label={`Position for ${keyword}`}
              site={site}
              height={220}
              moments={all.map(({ day }) => day)}
              absent="not found"
              lines={[
                {
                  name: site,
                  color: 'var(--mantine-color-glass-6)',
                  values: all.map(({ average_position: place, not_found: none }) =>
                    none > 0 ? null : (place ?? undefined),
                  ),
                  text: number,
                  isPosition: true,
                },
              ]}
            />
          )}
        </QueryState>
      </Panel>
      <Stack gap={4}>
        {known.map(([name, value]) => (
          <Text key={name}>
            <bdi>{name}</bdi>: <bdi>{value}</bdi>
          </Text>
        ))}
      </Stack>
      <Group>
        <ToolLink tool="inspect_serp" args={{ location, language, query: keyword }} />
      </Group>
    </SidePanel>
  );
}
