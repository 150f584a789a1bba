import { Chip, Group } from '@mantine/core';

interface ChipsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    /** On hover. */
    readonly meaning?: string;
  }[];
}

/** One of a few kinds of rows that a list is narrowed to. */
export function Chips({ label, value, onChange, choices }: ChipsProps) {
  return (
    <Chip.Group value={value} onChange={onChange}>
      <Group gap={6} mb="xs" role="radiogroup" aria-label={label}>
        {choices.map(({ value: one, label: name, meaning }) => (
          <Chip key={one} size="xs" value={one} wrapperProps={{ title: meaning }}>
            {name}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
