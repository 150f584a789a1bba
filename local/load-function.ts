import type { Foundation } from '#functions/foundation.ts';
import { exportedName } from '#shared/contract/routed-function.ts';

/** The handler of one of the service's functions, from the module that its contract names. */
export async function loadFunction<Handler>(
  { name, module: path }: { readonly name: string; readonly module: string },
  foundation: Foundation,
): Promise<Handler> {
  const module: Readonly<Record<string, ((foundation: Foundation) => Handler) | undefined>> = await import(
    `#functions/${path}`
  );
  const create = module[exportedName(name)];
  if (!create) throw new Error(`functions/${path} exports no ${exportedName(name)}.`);
  return create(foundation);
}
