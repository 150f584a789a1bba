import { SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useCallers } from '../../api/use-callers.ts';
import { Choice, typed } from '../../parts/form.tsx';
import { dashboardCalls, everyCall, type Filters } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { data: capabilities } = useQuery(queries.capabilities);
  const tools = (capabilities?.data.tools ?? []).map((tool) => ({ value: tool.name, label: tool.title }));
  // Ended ones as well: their calls are still in the log.
  const { keys = [], agents = [] } = useCallers();
  const groups = [
    { group: 'Keys', items: keys.map(({ id, name }) => ({ value: id, label: name })) },
    { group: 'Agents', items: agents.map(({ id, client_name }) => ({ value: id, label: client_name })) },
  ];
  const zone = filters.days === 'utc' ? ' (UTC)' : '';
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  return (
    <SimpleGrid cols={{ base: 2, md: 6 }} spacing="sm" mb="md">
      <Choice
        label="Tool"
        data={[
          { value: '', label: 'All tools' },
          ...tools,
          { value: everyCall, label: 'Every request, account pages too' },
        ]}
        value={filters.tool}
        onChange={(tool) => change({ tool })}
      />
      <Choice
        label="By"
        data={[
          { value: '', label: 'Everyone' },
          { value: dashboardCalls, label: 'This dashboard' },
        ]}
        groups={groups.filter(({ items }) => items.length > 0)}
        value={filters.credential}
        onChange={(credential) => change({ credential })}
      />
      <Choice
        label="Status"
        data={[
          { value: '', label: 'Any' },
          { value: 'answered', label: 'Answered' },
          { value: 'failed', label: 'Failed' },
        ]}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <AskedInput key={filters.asked} value={filters.asked} onChange={(asked) => change({ asked })} />
      <TextInput
        label={`From${zone}`}
        type="date"
        max={filters.to}
        {...typed(filters.from, (from) => change({ from }))}
      />
      <TextInput
        label={`To${zone}`}
        type="date"
        min={filters.from}
        {...typed(filters.to, (to) => change({ to }))}
      />
    </SimpleGrid>
  );
}

interface AskedInputProps {
  readonly value: string;
  readonly onChange: (asked: string) => void;
}

/** Looks for a text in what was asked, once it is written: every search reads the log. */
function AskedInput({ value, onChange }: AskedInputProps) {
  const [written, setWritten] = useState(value);
  const search = () => {
    if (written.trim() !== value) onChange(written.trim());
  };
  return (
    <TextInput
      label="Asked about"
      placeholder="Domain, keyword"
      maxLength={200}
      {...typed(written, setWritten)}
      onBlur={search}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search();
      }}
    />
  );
}
