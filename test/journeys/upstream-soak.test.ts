import { isReconciled, type SoakReport, soak } from '#test/support/upstream/soak.ts';

/** Few here; `bench/upstream-soak.ts` soaks with thousands. */
const calls = 150;

describe(`${calls} mixed calls with a fault in every fifth answer of the provider`, () => {
  let report: SoakReport;
  beforeAll(async () => {
    report = await soak({ calls, faultShare: 0.2, workers: 8 });
  });

  it('end in an answer or an error of the table', () => {
    const { 200: answered = 0, ...others } = report.statuses;
    expect(answered).toBeGreaterThan(calls / 2);
    expect(['422', '502', '503', '504']).toEqual(expect.arrayContaining(Object.keys(others)));
  });

  it('leave every credit accounted for', () => {
    expect(report.credits).toMatchObject({ missing: 0, proven: true });
    expect(report.credits.charged).toBeGreaterThan(0);
  });

  it('record what the provider billed: as it was stated, or as an estimate that is no less than it', () => {
    const { statedMicroUsd, lostMicroUsd, recordedMicroUsd, estimatedMicroUsd } = report.upstream;
    expect(recordedMicroUsd).toBeGreaterThan(0);
    expect(recordedMicroUsd).toBeLessThanOrEqual(statedMicroUsd);
    expect(lostMicroUsd).toBeGreaterThan(0);
    expect(recordedMicroUsd + estimatedMicroUsd).toBeGreaterThanOrEqual(statedMicroUsd + lostMicroUsd);
    expect(isReconciled(report)).toBe(true);
  });

  it('never ask the provider for more at once than it allows', () => {
    expect(report.upstream.mostAtOnce).toBeLessThanOrEqual(30);
  });
});
