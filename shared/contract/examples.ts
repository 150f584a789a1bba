import type { UploadRecord } from './own-imports.ts';

/**
 * A dataset that every account can read, so that `export_dataset` can be tried
 * before any other call has made one. Its rows are of the sample market.
 */
export const exampleDataset = {
  uri: 'oriel://dataset/example-keywords/ds_00000000000000000000000000',
  note: 'An example of the sample market, the same for every account. Your own datasets are in resources of your answers.',
  /** When the sample market was seen. */
  createdAt: '2026-11-02T06:00:00.000Z',
  origin: { tool: 'research_keywords', args: { seed: 'running shoes' } },
  rows: [
    { keyword: 'running shoes', monthly_volume: 246_000, cpc_usd: null, difficulty: 48 },
    { keyword: 'best running shoes', monthly_volume: 110_000, cpc_usd: 1.61, difficulty: null },
    { keyword: 'how to clean running shoes', monthly_volume: 18_100, cpc_usd: 0.17, difficulty: 54 },
  ],
} as const;

/** An upload as the reference shows it. */
export const exampleUpload: UploadRecord = {
  id: 'upl_01kbhs3x9mq6d8v0a2c4e6g8j0',
  status: 'awaiting_files',
  created_at: '2026-11-20T12:00:00.000Z',
  files: [{ name: 'shop.example-Performance-on-Search-2026-11-20.zip', bytes: 412_133 }],
  progress: null,
  message: null,
  reports: [],
};
