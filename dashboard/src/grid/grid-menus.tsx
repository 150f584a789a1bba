import { Group, Menu, Popover, Text, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { typed } from '../parts/form.tsx';
import { CheckIcon } from '../parts/icons.tsx';
import { QuietButton } from '../parts/text.tsx';
import classes from './grid.module.css';
import type { Condition, Range } from './sheet.ts';

interface ConditionsProps {
  readonly button: ReactElement;
  readonly fields: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly conditions: Readonly<Record<string, Condition>>;
  readonly onConditions: (conditions: Readonly<Record<string, Condition>>) => void;
}

/** Ranges of numbers and texts, column by column. */
export function Conditions({ button, fields, conditions, onConditions }: ConditionsProps) {
  const change = (name: string, condition: Condition) => {
    const { [name]: _, ...others } = conditions;
    const isEmpty =
      typeof condition === 'string' ? condition === '' : condition.from === null && condition.to === null;
    onConditions(isEmpty ? others : { ...others, [name]: condition });
  };
  return (
    <Popover position="bottom-start" shadow="md" withinPortal={false} trapFocus defaultOpened>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.conditions}>
        {fields.map(({ name, isNumber }) => (
          <ConditionField
            key={name}
            {...{ name, isNumber }}
            condition={conditions[name]}
            onChange={(next) => change(name, next)}
          />
        ))}
        <QuietButton disabled={Object.keys(conditions).length === 0} onClick={() => onConditions({})}>
          Clear filters
        </QuietButton>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConditionFieldProps {
  readonly name: string;
  readonly isNumber: boolean;
  readonly condition: Condition | undefined;
  readonly onChange: (condition: Condition) => void;
}

const noRange: Range = { from: null, to: null };

function ConditionField({ name, isNumber, condition, onChange }: ConditionFieldProps) {
  if (!isNumber)
    return (
      <TextInput
        size="xs"
        label={name}
        placeholder="contains"
        {...typed(typeof condition === 'string' ? condition : '', onChange)}
      />
    );
  const range = typeof condition === 'object' ? condition : noRange;
  const bound = (side: keyof Range, placeholder: string) => (
    <TextInput
      size="xs"
      type="number"
      step="any"
      aria-label={`${name} ${placeholder}`}
      placeholder={placeholder}
      {...typed(String(range[side] ?? ''), (text) =>
        onChange({ ...range, [side]: text === '' ? null : Number(text) }),
      )}
    />
  );
  return (
    <div>
      <Text size="xs" fw={550}>
        {name}
      </Text>
      <Group gap={6} wrap="nowrap">
        {bound('from', 'at least')}
        {bound('to', 'at most')}
      </Group>
    </div>
  );
}

interface ColumnMenuProps {
  readonly button: ReactElement;
  readonly names: readonly string[];
  readonly shown: readonly string[];
  readonly onShown: (names: readonly string[]) => void;
}

export function ColumnMenu({ button, names, shown, onShown }: ColumnMenuProps) {
  const toggle = (name: string) =>
    onShown(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]);
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={320} className={classes.columns}>
        {names.map((name) => (
          <Menu.Item
            key={name}
            leftSection={
              <span className={classes.tick}>{shown.includes(name) ? <CheckIcon size={14} /> : null}</span>
            }
            onClick={() => toggle(name)}
          >
            {name}
            <span className="visually-hidden">{shown.includes(name) ? ', shown' : ', hidden'}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
