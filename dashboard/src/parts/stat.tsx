import { Text } from '@mantine/core';
import classes from './stat.module.css';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** One figure. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className={classes.stat}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className={classes.value}>{value}</Text>
      {note ? (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      ) : null}
    </div>
  );
}
