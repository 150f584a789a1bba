import * as v from 'valibot';

/** A field with what callers are told of it. */
export const told = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));
