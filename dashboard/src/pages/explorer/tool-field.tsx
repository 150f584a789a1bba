import { Autocomplete, Group, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { words } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { NumberField, typed } from '../../parts/form.tsx';
import { type FieldValue, type FormField, fieldKind } from './form-values.ts';
import { fittingChoices, type Choice as Market } from './market-choices.ts';

/** One input of a tool, as its schema describes it. */
export function ToolField(props: FieldProps) {
  const { name } = props.field;
  if (name === 'location' || name === 'language') return <MarketField {...props} name={name} />;
  switch (fieldKind(props.field.schema)) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'number':
      return <AmountField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'list':
      return <ListField {...props} />;
    case 'text':
      return <TextField {...props} />;
  }
}

function sharedProps({ field: { name, schema, isRequired }, error, isInLine }: FieldProps) {
  // Descriptions are written for programs; here their code marks are noise.
  const description = schema.description?.replaceAll('`', '');
  return {
    label: words(name),
    ...(isInLine ? { placeholder: description, withAsterisk: false } : { description }),
    error,
    required: isRequired,
  };
}

function ChoiceField(props: FieldProps) {
  const { schema, isRequired } = props.field;
  return (
    <Choice
      {...sharedProps(props)}
      data={[...(isRequired ? [] : [{ value: '', label: 'Any' }]), ...choicesOf(schema.choices)]}
      value={String(props.value)}
      onChange={props.onChange}
    />
  );
}

function AmountField(props: FieldProps) {
  const { type, minimum, maximum } = props.field.schema;
  return (
    <NumberField
      {...sharedProps(props)}
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={props.onChange}
      step={type === 'number' ? 'any' : 1}
      min={minimum}
      max={maximum}
    />
  );
}

function SwitchField(props: FieldProps) {
  return (
    <Switch
      {...sharedProps(props)}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function ListField(props: FieldProps) {
  const { maxItems } = props.field.schema;
  return (
    <TagsInput
      {...sharedProps(props)}
      value={typeof props.value === 'object' ? [...props.value] : []}
      onChange={props.onChange}
      splitChars={[',', '\n', '\t', ';']}
      acceptValueOnBlur
      clearable
      placeholder={
        props.isInLine && props.value !== '' ? 'Add more' : 'Type and press Enter, or paste a list'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(maxItems === undefined ? {} : { maxTags: maxItems })}
    />
  );
}

function TextField(props: FieldProps) {
  const { maxLength } = props.field.schema;
  return (
    <TextInput
      {...sharedProps(props)}
      {...typed(String(props.value), props.onChange)}
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  );
}

function choicesOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: words(value) }));
}

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
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      maxLength={field.schema.maxLength}
    />
  );
}

function isChoice(option: object): option is Market {
  return 'value' in option && 'label' in option;
}

/** What every input of a tool's form is given. */
interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** In the line of the question there is no room for a description: it stands in the empty field. */
  readonly isInLine?: boolean;
  readonly onChange: (value: FieldValue) => void;
}
