import type { FieldValue, FormField } from './form-values.ts';

/** What every input of a tool's form is given. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** In the line of the question there is no room for a description: it stands in the empty field. */
  readonly isInLine?: boolean;
  readonly onChange: (value: FieldValue) => void;
}
