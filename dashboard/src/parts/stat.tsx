import { Text } from '@mantine/core';
import classes from './stat.module.css';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** Longer values are written smaller where their card is narrow. */
const longCharacters = 9;

/** One figure. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className={classes.stat}>
      <Text c="dimmed" className={classes.label}>
        {label}
      </Text>
      <Text className={classes.value} data-long={value.length > longCharacters || undefined}>
        {value}
      </Text>
      {note ? (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      ) : null}
    </div>
  );
}
