import { NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import { words } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import type { FieldProps } from './field-props.ts';
import { fieldKind } from './form-values.ts';
import { MarketField } from './market-field.tsx';

/** One input of a tool, as its schema describes it. */
export function ToolField(props: FieldProps) {
  const { name } = props.field;
  if (name === 'location' || name === 'language') return <MarketField {...props} name={name} />;
  switch (fieldKind(props.field.schema)) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'number':
      return <NumberField {...props} />;
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
      onChange={(chosen) => props.onChange(chosen ?? '')}
    />
  );
}

function NumberField(props: FieldProps) {
  const { schema } = props.field;
  return (
    <NumberInput
      {...sharedProps(props)}
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={props.onChange}
      allowDecimal={schema.type === 'number'}
      {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
      {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
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
      value={String(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      {...(maxLength === undefined ? {} : { maxLength })}
    />
  );
}

function choicesOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: words(value) }));
}
