import { Autocomplete, Group, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { words } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { NumberField, typed } from '../../parts/form.tsx';
import { type FieldValue, type FormField, fieldKind } from './form-values.ts';
import { fittingChoices, type Choice as Market } from './market-choices.ts';

/** What every input of a tool's form is given. */
interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** In the line of the question there is no room for a description: it stands in the empty field. */
  readonly isInLine?: boolean;
  readonly onChange: (value: FieldValue) => void;
}

/** One input of a tool, as its schema describes it. */
export function ToolField(props: FieldProps) {
  const { name, schema } = props.field;
  if (name === 'location' || name === 'language') return <MarketField {...props} name={name} />;
  return inputs[fieldKind(schema)](props, lookOf(props));
}

function lookOf({ field: { name, schema, isRequired }, error, isInLine }: FieldProps) {
  // Descriptions are written for programs; here their code marks are noise.
  const description = schema.description?.replaceAll('`', '');
  return {
    label: words(name),
    ...(isInLine ? { placeholder: description, withAsterisk: false } : { description }),
    error,
    required: isRequired,
  };
}

type Draw = (props: FieldProps, look: ReturnType<typeof lookOf>) => ReactNode;

const inputs: Readonly<Record<ReturnType<typeof fieldKind>, Draw>> = {
  choice: ({ field: { schema, isRequired }, value, onChange }, look) => {
    const choices = schema.choices.map((one) => ({ value: one, label: words(one) }));
    const any = isRequired ? [] : [{ value: '', label: 'Any' }];
    return <Choice {...look} data={[...any, ...choices]} value={String(value)} onChange={onChange} />;
  },
  number: ({ field: { schema }, value, onChange }, look) => {
    const { type, minimum: min, maximum: max } = schema;
    const range = { min, max, step: type === 'number' ? 'any' : 1 };
    const written = typeof value === 'number' ? value : '';
    return <NumberField {...look} {...range} value={written} onChange={onChange} />;
  },
  switch: ({ value, onChange }, look) => (
    <Switch {...look} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  ),
  list: ({ field: { schema }, value, onChange, isInLine }, look) => (
    <TagsInput
      {...look}
      value={typeof value === 'object' ? [...value] : []}
      onChange={onChange}
      splitChars={[',', '\n', '\t', ';']}
      acceptValueOnBlur
      clearable
      placeholder={isInLine && value !== '' ? 'Add more' : 'Type and press Enter, or paste a list'}
      {...(schema.maxItems === undefined ? {} : { maxTags: schema.maxItems })}
    />
  ),
  text: ({ field: { schema }, value, onChange }, look) => (
    <TextInput {...look} {...typed(String(value), onChange)} maxLength={schema.maxLength} />
  ),
};

const hints = {
  location: 'A country, or a place as City,Region,Country.',
  language: 'The language people search in.',
} as const;

interface MarketFieldProps extends FieldProps {
  readonly name: keyof typeof hints;
}

/** Location or language: chosen from the service's own list, or written, since places within a country are no list. */
function MarketField({ name, field, value, error, onChange, isInLine }: MarketFieldProps) {
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
      autoComplete="off"
      maxLength={field.schema.maxLength}
    />
  );
}

function isChoice(option: object): option is Market {
  return 'value' in option && 'label' in option;
}
