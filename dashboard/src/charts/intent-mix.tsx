import type { ReactNode } from 'react';
import { percent, words } from '../format.ts';
import { Legend } from '../parts/legend.tsx';
import { Panel } from './figures.tsx';
import classes from './intent-mix.module.css';
import { type Data, num } from './read.ts';

const parts = [
  ['informational', 'var(--mantine-color-cyan-6)'],
  ['navigational', 'var(--mantine-color-grape-5)'],
  ['commercial', 'var(--mantine-color-yellow-6)'],
  ['transactional', 'var(--mantine-color-glass-6)'],
  ['unknown', 'var(--mantine-color-gray-5)'],
] as const;

interface IntentMixProps {
  readonly title: string;
  readonly mix: Data;
  readonly children?: ReactNode;
}

/** What the searchers want, as one bar. */
export function IntentMix({ title, mix, children }: IntentMixProps) {
  const total = parts.reduce((sum, [name]) => sum + (num(mix, name) ?? 0), 0);
  const shown = parts
    .map(([name, color]) => ({ name, color, share: (num(mix, name) ?? 0) / total }))
    .filter(({ share }) => share > 0);
  if (total === 0) return null;
  return (
    <Panel title={title}>
      <div className={classes.bar} aria-hidden="true">
        {shown.map(({ name, color, share }) => (
          <span key={name} style={{ width: `${share * 100}%`, background: color }} />
        ))}
      </div>
      <Legend
        rows={shown.map(({ name, color, share }) => ({ name: words(name), value: percent(share), color }))}
      />
      {children}
    </Panel>
  );
}
