import { Anchor, Button, SimpleGrid } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Fault } from '../../api/problem.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { useWide } from '../../parts/use-wide.ts';
import { type CallPrice, Price } from './call-price.tsx';
import { type FormField, type FormValues, fieldKind, fieldsOf, isMarket } from './form-values.ts';
import classes from './question-bar.module.css';
import { ToolField } from './tool-field.tsx';

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
  const { tool, callPrice, faults, isRunning, onLeave, onSubmit } = props;
  const isDesk = useWide(deskPixels);
  const { line, folded } = splitFields(fieldsOf(tool), isDesk);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || folded.some(({ name }) => faultOf(faults, name) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  return (
    <form className={classes.bar} onSubmit={submit} onBlur={onLeave} aria-label="Question">
      <div className={classes.line}>
        {line.map((field) => (
          <div key={field.name} className={classes.field} data-kind={kindOf(field)}>
            <Field field={field} isInLine {...props} />
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
          {folded.map((field) => (
            <Field key={field.name} field={field} {...props} />
          ))}
        </SimpleGrid>
      ) : null}
    </form>
  );
}

interface OneFieldProps extends Pick<QuestionBarProps, 'values' | 'faults' | 'onChange'> {
  readonly field: FormField;
  readonly isInLine?: boolean;
}

function Field({ field, values, faults, onChange, isInLine = false }: OneFieldProps) {
  return (
    <ToolField
      field={field}
      isInLine={isInLine}
      value={values[field.name] ?? ''}
      error={faultOf(faults, field.name)}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  );
}

/** What the question is about and where it is asked stand in the line; the rest is folded. */
function splitFields(fields: readonly FormField[], isDesk: boolean) {
  const required = fields.filter(({ isRequired }) => isRequired);
  const subjects = required.length > 0 ? required : fields.slice(0, 1);
  const line = [...subjects, ...(isDesk ? fields.filter(isMarket) : [])];
  return { line, folded: fields.filter((field) => !line.includes(field)) };
}

function kindOf(field: FormField): string {
  return isMarket(field) ? 'market' : fieldKind(field.schema);
}

function foldName(folded: readonly FormField[]): string {
  return folded.every(isMarket) ? 'Market' : folded.some(isMarket) ? 'Market and options' : 'Options';
}

function faultOf(faults: readonly Fault[], name: string): string | undefined {
  return faults.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.message;
}
