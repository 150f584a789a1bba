import { Group, Popover, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Choice, Form, typed } from '../../parts/form.tsx';
import { dimensionWords, operatorWords } from './site-slices.ts';

interface AddFilterProps {
  readonly button: ReactElement;
  readonly onAdd: (filter: string) => void;
}

const choicesOf = <Name extends string>(words: Readonly<Record<Name, string>>, names: readonly Name[]) =>
  names.map((value) => ({ value, label: words[value] }));

const dimensions = choicesOf(dimensionWords, ['query', 'page', 'country', 'device']);
const operators = choicesOf(operatorWords, ['contains', 'notContains', 'equals', 'notEquals', 'startsWith']);

/** Narrows the figures, the chart and every list of the site at once. */
export function AddFilter({ button, onAdd }: AddFilterProps) {
  const [dimension, setDimension] = useState<(typeof dimensions)[number]['value']>('query');
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
            <Choice size="xs" label="What" data={dimensions} value={dimension} onChange={setDimension} />
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

const examples = { query: 'running shoes', page: '/blog/', country: 'usa', device: 'MOBILE' };
