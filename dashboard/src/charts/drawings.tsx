import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { LoadingBox } from '../parts/states.tsx';

/** A drawing in a chunk of its own, with what only drawings need; a box of its height stands until it is there. */
function later<Props extends object>(usualHeight: number, load: () => Promise<ComponentType<Props>>) {
  const Drawing = lazy(async () => ({ default: await load() }));
  return (props: Props) => {
    const height = 'height' in props && typeof props.height === 'number' ? props.height : usualHeight;
    return <Suspense fallback={<LoadingBox height={height} />}>{createElement(Drawing, props)}</Suspense>;
  };
}

export const LineChart = later(306, async () => (await import('./line-chart.tsx')).LineChart);
export const Bars = later(260, async () => (await import('./bars.tsx')).Bars);
export const KeywordMap = later(420, async () => (await import('./maps.tsx')).KeywordMap);
export const CompetitorMap = later(420, async () => (await import('./maps.tsx')).CompetitorMap);
