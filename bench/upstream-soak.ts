import { parseArgs } from 'node:util';
import { isReconciled, soak } from '#test/support/upstream/soak.ts';

/**
 * Mixed calls of all tools with faults in a share of the provider's answers,
 * and the books afterwards; ends with status 1 where they do not add up. The
 * suite soaks with few calls, this with many:
 *
 *   npm run bench -- upstream-soak --calls 2000 --faults 0.2
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    faults: { type: 'string', default: '0.2' },
    workers: { type: 'string', default: '8' },
  },
});
const report = await soak({
  calls: Number(values.calls),
  faultShare: Number(values.faults),
  workers: Number(values.workers),
});
const quantile = (share: number) =>
  Math.round(report.milliseconds[Math.floor(share * report.milliseconds.length)] ?? 0);
const shown = {
  ...report,
  milliseconds: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
  reconciled: isReconciled(report),
};
process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
if (!shown.reconciled) process.exitCode = 1;
