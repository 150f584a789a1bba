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
export function RankPanel({ ranks, row, onClose }: RankPanelProps) {
  const { keyword, url } = row;
  const { location, language, device } = ranks.market;
  const from = ranks.days[0]?.day ?? '';
  const history = useQuery(
    workspaceQueries.ranks(ranks.tracker_id, { keyword, market: `${location},${language},${device}`, from }),
  );
  return (
    <SidePanel onClose={onClose} title={<bdi>{keyword}</bdi>}>
      <Figures
        figures={[
          { label: 'Position', value: number(row.position) },
          {
            label: 'Best',
            value: number(row.best_position),
            ...(row.best_day && { note: dayName(row.best_day) }),
          },
          { label: 'Volume', value: number(row.monthly_volume) },
          { label: 'Search Console', value: decimal(row.search_console_position), note: 'mean position' },
        ]}
      />
      <Panel title="Position">
        <QueryState query={history} loading={<LoadingBox height={220} />}>
          {({ days }) => (
            <LineChart
              label={`Position for ${keyword}`}
              site={ranks.site}
              height={220}
              moments={days.map(({ day }) => day)}
              absent="not found"
              lines={[
                {
                  name: ranks.site,
                  color: 'var(--mantine-color-glass-6)',
                  values: days.map(({ average_position: place, not_found: none }) =>
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
        {url ? (
          <Text>
            Page: <bdi>{pathOf(url, ranks.site)}</bdi>
          </Text>
        ) : null}
        <Text>AI overview: {words(row.ai_overview)}</Text>
        <Text>Features: {featureText(row.serp_features) || 'none known'}</Text>
        {row.rivals.map(({ domain, position }) => (
          <Text key={domain}>
            <bdi>{domain}</bdi>: {position === null ? 'not found' : number(position)}
          </Text>
        ))}
      </Stack>
      <Group>
        <ToolLink tool="inspect_serp" args={{ location, language, query: keyword }} />
      </Group>
    </SidePanel>
  );
}
