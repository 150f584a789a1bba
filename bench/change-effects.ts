import { parseArgs } from 'node:util';
import { effectsIn, figuresOf, type WorldName, worlds } from '#test/support/statistics/page-series.ts';

/**
 * `npm run bench -- change-effects` counts how often the effect of a change is told where nobody changed
 * anything, and where a tenth was planted, on generated sites of several kinds.
 * `--runs 300 --seeds 1,2,3` says how many of each.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seeds: { type: 'string', default: '1,2,3' } },
});
const runs = Number(values.runs);
const seeds = values.seeds.split(',').map(Number);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const isWorld = (name: string): name is WorldName => name in worlds;

for (const name of Object.keys(worlds).filter(isWorld)) {
  const placebos = seeds.map((seed) => effectsIn(name, { runs, seed }));
  const planted = effectsIn(name, { runs, factor: 1.1, seed: 99 });
  const { told, power, held } = figuresOf(planted, 1.1);
  console.log(
    JSON.stringify({
      site: name,
      'told without a change': placebos.map((effects) => percent(figuresOf(effects, 1).told)).join(', '),
      all: percent(figuresOf(placebos.flat(), 1).told),
      'a tenth is told': percent(told),
      'stated power': percent(power),
      'held by its interval': percent(held),
    }),
  );
}
