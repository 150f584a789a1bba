import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import type { KeywordState, StoredMetrics } from '#shared/facts/stored-index/items/keyword-state.ts';
import {
  mergeListing,
  mergeMetrics,
  type SeenListing,
} from '#shared/facts/stored-index/writing/keyword-update.ts';

const nothing: KeywordState = { metrics: null, listing: null, rows: [], earlier: null };

function listing(source: string, at: number, host: string): SeenListing {
  const row = { position: 1, url: `https://${host}/`, root: host, subdomain: '', at };
  return { source, at, depth: 10, features: null, extent: 'rows', rows: [row] };
}

function metrics(source: string, at: number): StoredMetrics {
  const unknown = { cpc: null, level: null, difficulty: null, intent: null, trend: [], trendStart: null };
  return { ...unknown, volume: at, at, source };
}

const sample = mergeMetrics(
  mergeListing(nothing, listing(sampleSource, 2_000, 'made-up.example')),
  metrics(sampleSource, 2_000),
);

describe('the sample market', () => {
  it('gives way to a real listing of any date, its metrics with it', () => {
    const state = mergeListing(sample, listing('import', 1_000, 'real.example'));
    expect(state.rows.map(({ root }) => root)).toEqual(['real.example']);
    expect(state.metrics).toBeNull();
  });

  it('gives way to real metrics, its listing with them', () => {
    const state = mergeMetrics(sample, metrics('import', 1_000));
    expect(state).toMatchObject({ metrics: { source: 'import' }, listing: null, rows: [] });
  });

  it('never covers what was really seen', () => {
    const real = mergeListing(nothing, listing('import', 1_000, 'real.example'));
    expect(mergeListing(real, listing(sampleSource, 2_000, 'made-up.example'))).toEqual(real);
    expect(mergeMetrics(real, metrics(sampleSource, 2_000))).toEqual(real);
  });
});
