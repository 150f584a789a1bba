import { SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { decimal, number, percent, unknown } from '../format.ts';
import { Note } from '../parts/text.tsx';
import classes from './figures.module.css';
import { type Data, num } from './read.ts';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** The note of a figure that is compared. */
export const before = (text: string) => `before ${text}`;

/** What Search Console counts. */
export const clickFigures = [
  { key: 'clicks', label: 'Clicks', text: number },
  { key: 'impressions', label: 'Impressions', text: number },
  { key: 'ctr', label: 'CTR', text: percent },
  { key: 'average_position', label: 'Average position', text: decimal },
] as const;

/** The same of the account's own site or page; nothing of another. */
export function ownFigures(data: Data): readonly Figure[] {
  if (num(data, 'own.impressions') === null) return [];
  return clickFigures.map(({ key, label, text }) => ({ label, value: text(num(data, `own.${key}`)) }));
}

/** The few numbers that say most; what is not known takes no room. */
export function Figures({ figures: all }: { readonly figures: readonly Figure[] }) {
  const figures = all.filter(({ value }) => value !== unknown);
  if (figures.length === 0) return null;
  return (
    <SimpleGrid
      cols={{ base: 2, sm: Math.min(4, figures.length), lg: Math.min(8, figures.length) }}
      spacing="sm"
    >
      {figures.map(({ label, value, note }) => (
        <div key={label} className={classes.stat}>
          <Text c="dimmed" className={classes.label}>
            {label}
          </Text>
          <Text className={classes.value} style={{ '--characters': value.length }}>
            {value}
          </Text>
          {note ? <Note>{note}</Note> : null}
        </div>
      ))}
    </SimpleGrid>
  );
}

interface PanelProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}

/** A titled part of a picture. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <div className={classes.panel}>
      <Title order={3} fz="sm" mb={note ? 2 : 'xs'} className={classes.title}>
        {title}
      </Title>
      {note ? <Note mb="sm">{note}</Note> : null}
      {children}
    </div>
  );
}
