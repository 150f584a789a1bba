/**
 * `npm run bench -- NAME …`: one measurement that stands alone, with arguments
 * of its own; without such a name the parts of `run.ts`, whose results are kept.
 */
const alone: Readonly<Record<string, () => Promise<unknown>>> = {
  'change-effects': () => import('./change-effects.ts'),
  'bulk-speed': () => import('./bulk-speed.ts'),
  'export-speed': () => import('./exports.ts'),
  'exports-simulated': () => import('./exports-simulated.ts'),
  'import-memory': () => import('./import-memory.ts'),
  'index-backfill-cost': () => import('./index-backfill-cost.ts'),
  'intent-accuracy': () => import('./intent/accuracy.ts'),
  'large-comparison': () => import('./large-comparison.ts'),
  'list-memory': () => import('./list-memory.ts'),
  'train-intents': () => import('./intent/train.ts'),
  'upstream-latency': () => import('./upstream-latency.ts'),
  'upstream-soak': () => import('./upstream-soak.ts'),
};

const [name = ''] = process.argv.slice(2);
const measure = alone[name];
if (measure) process.argv.splice(2, 1);
await (measure ?? (() => import('./run.ts')))();
