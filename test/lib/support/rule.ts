import type { Resource, StackTemplate } from './synthesize.ts';

export type Json = Resource['Properties'];

/** All stacks of a stage as one set of resources. */
export type Resources = Readonly<Record<string, Resource>>;

/** What AWS documents and no template check knows; `faults` names each resource that goes against it. */
export interface AwsRule {
  readonly name: string;
  /** Where AWS says so, and in its sense what. */
  readonly source: string;
  faults(resources: Resources): readonly string[];
}

export const entries = (resources: Resources, type: string) =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

/** Names of the resources of a type that a test of their properties refuses. */
export const refusing =
  (type: string, isRight: (properties: Json, resources: Resources) => boolean) =>
  (resources: Resources): readonly string[] =>
    entries(resources, type).flatMap(([id, { Properties }]) => (isRight(Properties, resources) ? [] : [id]));

/** The resources of several stacks together; their logical ids differ. */
export function resourcesOf(stacks: readonly StackTemplate[]): Resources {
  return Object.assign({}, ...stacks.map(({ resources }) => resources));
}
