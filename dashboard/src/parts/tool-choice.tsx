import { Checkbox, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

interface ToolChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (tools: readonly string[]) => void;
}

/** The tools that a key or an agent may call. */
export function ToolChoice({ value, onChange }: ToolChoiceProps) {
  const { data } = useQuery(queries.capabilities);
  return (
    <Checkbox.Group
      label="Allowed tools"
      description="Tick none to allow every tool."
      value={[...value]}
      onChange={onChange}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
        {data?.data.tools.map(({ name, title }) => (
          <Checkbox key={name} size="xs" value={name} label={title} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
