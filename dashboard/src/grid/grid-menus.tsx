import { Group, Menu, Popover, Text, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { isData, num } from '../charts/read.ts';
import { typed } from '../parts/form.tsx';
import { CheckIcon } from '../parts/icons.tsx';
import { QuietButton } from '../parts/text.tsx';
import classes from './grid.module.css';
import type { Condition, Range } from './sheet.ts';

interface ConditionField {
  readonly name: string;
  readonly isNumber: boolean;
  /** Its condition, where it has one. */
  readonly value: unknown;
  readonly onChange: (condition: Condition | undefined) => void;
}

interface ConditionsProps {
  readonly button: ReactElement;
  readonly fields: readonly ConditionField[];
  /** Undefined where nothing is narrowed. */
  readonly onClear: (() => void) | undefined;
}

/** Ranges of numbers and texts, column by column. */
export function Conditions({ button, fields, onClear }: ConditionsProps) {
  return (
    <Popover position="bottom-start" shadow="md" withinPortal={false} trapFocus defaultOpened>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.conditions}>
        {fields.map(({ name, isNumber, value, onChange }) =>
          isNumber ? (
            <RangeField key={name} {...{ name, value, onChange }} />
          ) : (
            <TextInput
              key={name}
              size="xs"
              label={name}
              placeholder="contains"
              {...typed(typeof value === 'string' ? value : '', onChange)}
            />
          ),
        )}
        <QuietButton disabled={onClear === undefined} onClick={onClear}>
          Clear filters
        </QuietButton>
      </Popover.Dropdown>
    </Popover>
  );
}

function RangeField({ name, value, onChange }: Omit<ConditionField, 'isNumber'>) {
  const [from, to] = isData(value) ? [num(value, 'from'), num(value, 'to')] : [null, null];
  const change = (next: Range) => onChange(next.from === null && next.to === null ? undefined : next);
  const bound = (side: keyof Range, placeholder: string) => (
    <TextInput
      size="xs"
      type="number"
      step="any"
      aria-label={`${name} ${placeholder}`}
      placeholder={placeholder}
      {...typed(String({ from, to }[side] ?? ''), (text) =>
        change({ from, to, [side]: text === '' ? null : Number(text) }),
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
        {names.map((name) => {
          const isShown = shown.includes(name);
          return (
            <Menu.Item
              key={name}
              leftSection={<span className={classes.tick}>{isShown ? <CheckIcon size={14} /> : null}</span>}
              onClick={() => onShown(isShown ? shown.filter((one) => one !== name) : [...shown, name])}
            >
              {name}
              <span className="visually-hidden">{isShown ? ', shown' : ', hidden'}</span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
