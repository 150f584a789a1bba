import { deployedName } from '#lib/function-spec.ts';
import { serviceFunctions } from '#lib/service-functions.ts';

/** The name that a function has in the stage that is booted here. */
export function functionNamed(name: string): string {
  const spec = serviceFunctions.find((candidate) => candidate.name === name);
  if (!spec) throw new Error(`There is no function ${name}.`);
  return deployedName(spec, 'dev');
}
