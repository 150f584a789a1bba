import { execFileSync } from 'node:child_process';
import { readCeilings } from '../../bench/size/ceilings.ts';

describe('the size of the house', () => {
  const { raised, ceilings } = readCeilings();
  const printed = execFileSync('node', ['bin/launch.mjs', 'bench/size.ts', '--json'], { encoding: 'utf8' });
  const found: Record<string, number> = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');

  it.each(Object.keys(found))('does not grow beyond its ceiling: %s', (name) => {
    expect(ceilings).toHaveProperty([name]);
    expect(found[name]).toBeLessThanOrEqual(ceilings[name] ?? 0);
  });

  it('has no ceiling for what is not there any more, and no reason without a ceiling', () => {
    expect(Object.keys(ceilings).filter((name) => !(name in found))).toEqual([]);
    expect(Object.keys(raised).filter((name) => !(name in ceilings))).toEqual([]);
  });
});
