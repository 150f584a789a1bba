import { Autocomplete, Group, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { fittingChoices, type Choice as Market } from './market-choices.ts';
import type { InputProps } from './question-bar.tsx';

/** Several values, each a tag. */
export function ListField({ field: { schema }, value, onChange, look }: InputProps) {
  return (
    <TagsInput
      {...look}
      value={typeof value === 'object' ? [...value] : []}
      onChange={onChange}
      splitChars={[',', '\n', '\t', ';']}
      acceptValueOnBlur
      clearable
      placeholder={look.placeholder && value !== '' ? 'Add more' : 'Type and press Enter, or paste a list'}
      {...(schema.maxItems === undefined ? {} : { maxTags: schema.maxItems })}
    />
  );
}

/** Location or language: chosen from the service's own list, or written, since places within a country are no list. */
export function MarketField({ field: { name, schema }, value, onChange, look }: InputProps) {
  const [hasList, setHasList] = useState(false);
  const { data } = useQuery(queries.capabilities);
  const markets = data?.data.markets;
  const names: Readonly<Record<string, string>> =
    (name === 'location' ? markets?.locations : markets?.languages) ?? {};
  return (
    <Autocomplete
      {...look}
      value={String(value)}
      onChange={onChange}
      placeholder={String(schema.fallback ?? '')}
      data={Object.entries(names).map(([code, label]) => ({ value: code, label }))}
      filter={({ options, search }) => fittingChoices(options.filter(isChoice), search)}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" flex={1}>
          <span>{names[option.value]}</span>
          <Text size="xs" c="inherit" span>
            {option.value}
          </Text>
        </Group>
      )}
      maxDropdownHeight={280}
      // Drawn once the field has the focus: hidden, its hundred countries would hold up the page.
      comboboxProps={{ withinPortal: false, keepMounted: hasList }}
      // Tab goes past without a list popping up; a click, a letter or an arrow opens it.
      openOnFocus={false}
      onFocus={(event) => {
        setHasList(true);
        event.currentTarget.select();
      }}
      selectFirstOptionOnChange
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${name}` }}
      autoComplete="off"
      maxLength={schema.maxLength}
    />
  );
}

function isChoice(option: object): option is Market {
  return 'value' in option && 'label' in option;
}
