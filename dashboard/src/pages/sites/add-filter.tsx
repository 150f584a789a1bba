import { Group, Popover, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Choice, Form, typed } from '../../parts/form.tsx';
import { dimensions, isKeptWith, operatorWords } from './site-slices.ts';

interface AddFilterProps {
  readonly button: ReactElement;
  /** The conditions that there are. */
  readonly filter: string | undefined;
  readonly onAdd: (filter: string) => void;
}
const examples = { query: 'running shoes', page: '/blog/', country: 'us', device: 'mobile' };
const parts = (['query', 'page', 'country', 'device'] as const).map((value) => ({
  value,
  label: dimensions[value][0],
}));
const operators = (['contains', 'notContains', 'equals', 'notEquals', 'startsWith'] as const).map(
  (value) => ({
    value,
    label: operatorWords[value],
  }),
);

/** Narrows the figures, the chart and every list of the site at once. */
export function AddFilter({ button, filter, onAdd }: AddFilterProps) {
  const fitting = parts.filter((part) => isKeptWith(filter, part.value));
  const [dimension, setDimension] = useState(fitting[0]?.value ?? 'query');
  const [operator, setOperator] = useState<(typeof operators)[number]['value']>('contains');
  const [value, setValue] = useState('');
  const add = async () => {
    onAdd(`${dimension}:${operator}:${value.trim()}`);
    setValue('');
  };
  return (
    <Popover position="bottom-start" shadow="md" withinPortal={false} trapFocus defaultOpened>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <Form
          action="Add filter"
          size="xs"
          isReady={value.trim() !== '' && !value.includes(';')}
          onSend={add}
        >
          <Group gap="xs" align="flex-end">
            <Choice size="xs" label="What" data={fitting} value={dimension} onChange={setDimension} />
            <Choice size="xs" label="How" data={operators} value={operator} onChange={setOperator} />
            <TextInput
              size="xs"
              label="Value"
              placeholder={examples[dimension]}
              data-autofocus
              {...typed(value, setValue)}
            />
          </Group>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
