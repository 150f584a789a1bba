import { Text } from '@mantine/core';
import classes from './stat.module.css';
import { Note } from './text.tsx';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** One figure. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className={classes.stat}>
      <Text c="dimmed" className={classes.label}>
        {label}
      </Text>
      <Text className={classes.value} style={{ '--characters': value.length }}>
        {value}
      </Text>
      {note ? <Note>{note}</Note> : null}
    </div>
  );
}
