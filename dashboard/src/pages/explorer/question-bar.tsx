import { Anchor, Button, SimpleGrid, Switch, TextInput, type TextInputProps } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Fault } from '../../api/problem.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { words } from '../../format.ts';
import { Choice, NumberField, typed } from '../../parts/form.tsx';
import { later } from '../../parts/later.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { type CallPrice, Price } from './call-price.tsx';
import {
  type FieldValue,
  type FormField,
  type FormValues,
  fieldKind,
  fieldsOf,
  isMarket,
} from './form-values.ts';
import classes from './question-bar.module.css';

interface QuestionBarProps {
  readonly tool: ToolEntry;
  readonly callPrice: CallPrice;
  readonly values: FormValues;
  readonly faults: readonly Fault[];
  readonly isRunning: boolean;
  readonly onChange: (values: FormValues) => void;
  /** The form was left, by a press beside it or for another page. */
  readonly onLeave: () => void;
  readonly onSubmit: () => void;
}

/** Windows narrower than this fold the market away as well. */
const deskPixels = 768;

/** The question in one line that stays in sight: what it is about, the market, options, price and Run. */
export function QuestionBar(props: QuestionBarProps) {
  const { tool, callPrice, values, faults, isRunning, onChange, onLeave, onSubmit } = props;
  const isDesk = useWide(deskPixels);
  const { line, folded } = splitFields(fieldsOf(tool), isDesk);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || folded.some(({ name }) => faultOf(faults, name) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  const draw = (field: FormField, isInLine: boolean) => (
    <ToolField
      key={field.name}
      {...{ field, isInLine }}
      value={values[field.name] ?? ''}
      error={faultOf(faults, field.name)}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  );
  return (
    <form className={classes.bar} onSubmit={submit} onBlur={onLeave} aria-label="Question">
      <div className={classes.line}>
        {line.map((field) => (
          <div key={field.name} className={classes.field} data-kind={fieldKind(field)}>
            {draw(field, true)}
          </div>
        ))}
        {folded.length > 0 ? (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className={classes.fold}
            aria-expanded={isShown}
            onClick={() => setIsOpen(!isShown)}
          >
            {isShown ? 'Fewer options' : foldName(folded)}
          </Anchor>
        ) : null}
        <div className={classes.run}>
          <Price tool={tool} callPrice={callPrice} />
          <Button type="submit" size="sm" loading={isRunning} title={tool.summary}>
            {callPrice.action}
          </Button>
        </div>
      </div>
      {isShown ? (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md" pt="sm">
          {folded.map((field) => draw(field, false))}
        </SimpleGrid>
      ) : null}
    </form>
  );
}

/** What the question is about and where it is asked stand in the line; the rest is folded. */
function splitFields(fields: readonly FormField[], isDesk: boolean) {
  const required = fields.filter(({ isRequired }) => isRequired);
  const subjects = required.length > 0 ? required : fields.slice(0, 1);
  const line = [...subjects, ...(isDesk ? fields.filter(isMarket) : [])];
  return { line, folded: fields.filter((field) => !line.includes(field)) };
}

function foldName(folded: readonly FormField[]): string {
  return folded.every(isMarket) ? 'Market' : folded.some(isMarket) ? 'Market and options' : 'Options';
}

function faultOf(faults: readonly Fault[], name: string): string | undefined {
  return faults.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.message;
}

interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** In the line of the question there is no room for a description: it stands in the empty field. */
  readonly isInLine: boolean;
  readonly onChange: (value: FieldValue) => void;
}

const marketHints: Readonly<Record<string, string>> = {
  location: 'A country, or a place as City,Region,Country.',
  language: 'The language people search in.',
};

/** One input of a tool, as its schema describes it. */
function ToolField({ error, isInLine, ...props }: FieldProps) {
  const { name, schema, isRequired } = props.field;
  // Descriptions are written for programs; here their code marks are noise.
  const description = marketHints[name] ?? schema.description?.replaceAll('`', '');
  const look = {
    label: words(name),
    ...(isInLine ? { placeholder: description, withAsterisk: false } : { description }),
    error,
    required: isRequired,
  };
  return inputs[fieldKind(props.field)]({ ...props, look });
}

/** What every input of a tool's form is given. */
export interface InputProps extends Pick<FieldProps, 'field' | 'value' | 'onChange'> {
  readonly look: Pick<
    TextInputProps,
    'label' | 'placeholder' | 'description' | 'withAsterisk' | 'error' | 'required'
  >;
}

// What opens a list comes after the question stands.
const waiting = ({ look, value }: InputProps) => <TextInput {...look} value={String(value)} readOnly />;
const MarketField = later(async () => (await import('./list-fields.tsx')).MarketField, waiting);
const ListField = later(async () => (await import('./list-fields.tsx')).ListField, waiting);

const inputs: Readonly<Record<ReturnType<typeof fieldKind>, (props: InputProps) => ReactNode>> = {
  market: MarketField,
  list: ListField,
  choice: ({ field: { schema, isRequired }, value, onChange, look }) => {
    const choices = schema.choices.map((one) => ({ value: one, label: words(one) }));
    const any = isRequired ? [] : [{ value: '', label: 'Any' }];
    return <Choice {...look} data={[...any, ...choices]} value={String(value)} onChange={onChange} />;
  },
  number: ({ field: { schema }, value, onChange, look }) => {
    const { type, minimum: min, maximum: max } = schema;
    const range = { min, max, step: type === 'number' ? 'any' : 1 };
    const written = typeof value === 'number' ? value : '';
    return <NumberField {...look} {...range} value={written} onChange={onChange} />;
  },
  switch: ({ value, onChange, look }) => (
    <Switch {...look} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  ),
  text: ({ field: { schema }, value, onChange, look }) => (
    <TextInput {...look} {...typed(String(value), onChange)} maxLength={schema.maxLength} />
  ),
};
