import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly data: readonly Option<Value>[];
  /** Options that stand under a name of their own, below the others. */
  readonly groups?: readonly { readonly group: string; readonly items: readonly Option<Value>[] }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of several values, by the browser's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { data, groups = [], value, onChange, ...look } = props;
  const all = [...data, ...groups.flatMap(({ items }) => items)];
  return (
    <NativeSelect
      {...look}
      data={[...data, ...groups.map(({ group, items }) => ({ group, items: [...items] }))]}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = all.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

/** Values that are their own words. */
export const plainly = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));
