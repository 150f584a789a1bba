import { Autocomplete, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { words } from '../../format.ts';
import type { FieldProps } from './field-props.ts';
import { type Choice, fittingChoices } from './market-choices.ts';

const hints = {
  location: 'A country, or a place as City,Region,Country.',
  language: 'What people search in.',
} as const;

interface MarketFieldProps extends FieldProps {
  readonly name: keyof typeof hints;
}

/** Location or language: chosen from the service's own list, or written, since places within a country are no list. */
export function MarketField({ name, field, value, error, onChange, isInLine }: MarketFieldProps) {
  const [hasList, setHasList] = useState(false);
  const { data } = useQuery(queries.capabilities);
  const markets = data?.data.markets;
  const names = name === 'location' ? markets?.locations : markets?.languages;
  return (
    <Autocomplete
      label={words(name)}
      {...(isInLine ? {} : { description: hints[name] })}
      error={error}
      value={String(value)}
      onChange={onChange}
      placeholder={String(field.schema.fallback ?? '')}
      data={Object.entries(names ?? {}).map(([code, label]) => ({ value: code, label }))}
      filter={({ options, search }) => fittingChoices(options.filter(isChoice), search)}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" flex={1}>
          <span>{names?.[option.value]}</span>
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
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      maxLength={field.schema.maxLength}
    />
  );
}

function isChoice(option: object): option is Choice {
  return 'value' in option && 'label' in option;
}
