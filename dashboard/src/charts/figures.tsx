import { SimpleGrid, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Stat } from '../parts/stat.tsx';
import classes from './figures.module.css';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** The few numbers that say most. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: Math.min(4, figures.length) }} spacing="sm">
      {figures.map((figure) => (
        <Stat key={figure.label} {...figure} />
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
      {note ? (
        <Text size="xs" c="dimmed" mb="sm">
          {note}
        </Text>
      ) : null}
      {children}
    </div>
  );
}

/** Said instead of an empty table. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
