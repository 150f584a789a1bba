import { execFileSync } from 'node:child_process';

const script = `
  import { shiftProcessClock } from './local/shift-clock.ts';
  const before = new Date();
  shiftProcessClock(86_400);
  const ids = (await import('./shared/platform/ids.ts')).newId('req');
  console.log(JSON.stringify({
    now: Date.now() - before.getTime(), made: new Date().getTime() - before.getTime(),
    fixed: new Date(5).getTime(), parsed: Date.parse('2026-01-01T00:00:00Z'), isDate: new Date() instanceof Date, ids,
  }));
`;

describe('the offset of the clock', () => {
  it('reaches every way to ask for the time in the process, and no time that is named', () => {
    const output = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script]);
    const { now, made, fixed, parsed, isDate } = JSON.parse(output.toString());
    for (const shifted of [now, made]) expect(Math.round(shifted / 86_400_000)).toBe(1);
    expect({ fixed, parsed, isDate }).toEqual({ fixed: 5, parsed: 1_767_225_600_000, isDate: true });
  });
});
