import { later } from '../parts/later.tsx';

// Each in a chunk of its own, with what only drawings need.
export const LineChart = later(async () => (await import('./line-chart.tsx')).LineChart, 306);
export const Bars = later(async () => (await import('./bars.tsx')).Bars, 260);
export const KeywordMap = later(async () => (await import('./maps.tsx')).KeywordMap, 420);
export const CompetitorMap = later(async () => (await import('./maps.tsx')).CompetitorMap, 420);
