import { Chip, Group, type GroupProps } from '@mantine/core';

interface ChipsProps<Value extends string> extends Pick<GroupProps, 'mb'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    /** On hover. */
    readonly meaning?: string;
  }[];
}

/** One of a few values, all of them in sight. */
export function Chips<Value extends string>({ label, value, onChange, choices, ...look }: ChipsProps<Value>) {
  return (
    <Group gap={6} {...look} role="radiogroup" aria-label={label}>
      {choices.map(({ value: one, label: name, meaning }) => (
        <Chip
          key={one}
          size="xs"
          type="radio"
          name={label}
          checked={one === value}
          onChange={() => onChange(one)}
          wrapperProps={{ title: meaning }}
        >
          {name}
        </Chip>
      ))}
    </Group>
  );
}
