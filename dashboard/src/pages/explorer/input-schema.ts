import { type Data, isData, num, part, text, texts } from '../../charts/read.ts';

/** The part of JSON Schema that tools use for their inputs. */
export interface InputSchema {
  readonly type: string;
  readonly description: string | undefined;
  readonly choices: readonly string[];
  readonly fallback: unknown;
  readonly maxLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly maxItems: number | undefined;
}

/** Fields of an input in the order of its schema, with the names of the required ones. */
export function readInputSchema(schema: Data): {
  readonly fields: readonly (readonly [string, InputSchema])[];
  readonly required: ReadonlySet<string>;
} {
  const fields = Object.entries(part(schema, 'properties')).map(
    ([name, value]) => [name, readField(isData(value) ? value : {})] as const,
  );
  return { fields, required: new Set(texts(schema, 'required')) };
}

function readField(schema: Data): InputSchema {
  return {
    type: text(schema, 'type'),
    description: text(schema, 'description') || undefined,
    choices: texts(schema, 'enum'),
    fallback: schema.default,
    maxLength: num(schema, 'maxLength') ?? undefined,
    minimum: num(schema, 'minimum') ?? undefined,
    maximum: num(schema, 'maximum') ?? undefined,
    maxItems: num(schema, 'maxItems') ?? undefined,
  };
}
