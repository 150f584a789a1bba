import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { OwnSite } from '../../api/schema.ts';
import { number, percent } from '../../format.ts';
import { chartHeight, chartLook } from '../../parts/chart-look.ts';

const shownPositions = 20;

/** The share of impressions that are clicked at each position; the list beside it is for those who cannot see it. */
export function ClickCurve({ points }: { readonly points: OwnSite['click_curve'] }) {
  const shown = points.filter(({ position }) => position <= shownPositions);
  const queries = shown.reduce((sum, point) => sum + point.queries, 0);
  return (
    <>
      <div aria-hidden="true">
        <LineChart
          h={chartHeight}
          data={shown.map(({ position, ctr }) => ({ position, 'Click rate': ctr }))}
          dataKey="position"
          series={[{ name: 'Click rate', color: 'glass.6' }]}
          valueFormatter={percent}
          curveType="linear"
          {...chartLook}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false }}
          yAxisProps={{ width: 44, tickFormatter: percent }}
        />
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        From {number(queries)} queries. Where few stand at a position, the curve follows its neighbors.
      </Text>
      <ul className="visually-hidden">
        {shown.map(({ position, ctr, queries: behind }) => (
          <li key={position}>
            Position {position}: {percent(ctr)}, from {number(behind)} queries
          </li>
        ))}
      </ul>
    </>
  );
}
