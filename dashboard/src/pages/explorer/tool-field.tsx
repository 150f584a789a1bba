import { Switch, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { words } from '../../format.ts';
import { Choice, NumberField, typed } from '../../parts/form.tsx';
import { type FieldValue, type FormField, fieldKind, isMarket } from './form-values.ts';

// What opens a list comes after the question stands.
const MarketField = lazy(async () => ({ default: (await import('./list-fields.tsx')).MarketField }));
const ListField = lazy(async () => ({ default: (await import('./list-fields.tsx')).ListField }));

/** What every input of a tool's form is given. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** In the line of the question there is no room for a description: it stands in the empty field. */
  readonly isInLine?: boolean;
  readonly onChange: (value: FieldValue) => void;
}

/** One input of a tool, as its schema describes it. */
export function ToolField(props: FieldProps) {
  const { field, value } = props;
  const kind = isMarket(field) ? 'market' : fieldKind(field.schema);
  const look = lookOf(props);
  if (kind !== 'market' && kind !== 'list') return inputs[kind](props, look);
  const Field = kind === 'market' ? MarketField : ListField;
  return (
    <Suspense fallback={<TextInput {...look} value={String(value)} readOnly />}>
      <Field {...props} look={look} />
    </Suspense>
  );
}

const marketHints: Readonly<Record<string, string>> = {
  location: 'A country, or a place as City,Region,Country.',
  language: 'The language people search in.',
};

function lookOf({ field: { name, schema, isRequired }, error, isInLine }: FieldProps) {
  // Descriptions are written for programs; here their code marks are noise.
  const description = marketHints[name] ?? schema.description?.replaceAll('`', '');
  return {
    label: words(name),
    ...(isInLine ? { placeholder: description, withAsterisk: false } : { description }),
    error,
    required: isRequired,
  };
}

type FieldLook = ReturnType<typeof lookOf>;
type Draw = (props: FieldProps, look: FieldLook) => ReactNode;

export interface ListFieldProps extends FieldProps {
  readonly look: FieldLook;
}

const inputs: Readonly<Record<Exclude<ReturnType<typeof fieldKind>, 'list'>, Draw>> = {
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
  text: ({ field: { schema }, value, onChange }, look) => (
    <TextInput {...look} {...typed(String(value), onChange)} maxLength={schema.maxLength} />
  ),
};
