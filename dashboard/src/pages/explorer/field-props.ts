import type { FieldValue, FormField } from './form-values.ts';

/** What every input of a tool's form is given. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}
