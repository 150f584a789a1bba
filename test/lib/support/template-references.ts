// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
type Json = any;

/** What every template may refer to without declaring it (CloudFormation, "Pseudo parameters reference"). */
const pseudoParameters = new Set(
  [
    'AccountId',
    'NotificationARNs',
    'NoValue',
    'Partition',
    'Region',
    'StackId',
    'StackName',
    'URLSuffix',
  ].map((name) => `AWS::${name}`),
);

/**
 * What a template refers to and does not declare itself, as `place: name`.
 * CloudFormation reads each file alone and refuses it for one of these, in
 * whichever section ("Unresolved resource dependencies").
 */
export function danglingReferences(template: Json): readonly string[] {
  const { Resources = {}, Parameters = {}, Conditions = {}, Mappings = {}, Outputs = {} } = template;
  const resources = new Set(Object.keys(Resources));
  const named = new Set([...resources, ...Object.keys(Parameters), ...pseudoParameters]);
  const declared = {
    value: named,
    attribute: resources,
    condition: new Set(Object.keys(Conditions)),
    mapping: new Set(Object.keys(Mappings)),
  };
  return [
    ...referencesIn(Resources, 'Resources'),
    ...referencesIn(Conditions, 'Conditions'),
    ...referencesIn(Outputs, 'Outputs'),
    ...referencesIn(template.Rules ?? {}, 'Rules'),
    ...Object.entries<Json>({ ...Resources, ...Outputs }).flatMap(([id, { Condition }]) =>
      typeof Condition === 'string'
        ? [{ kind: 'condition' as const, name: Condition, place: `${id}.Condition` }]
        : [],
    ),
    ...Object.entries<Json>(Resources).flatMap(([id, { DependsOn = [] }]) =>
      [DependsOn].flat().map((name) => ({ kind: 'attribute' as const, name, place: `${id}.DependsOn` })),
    ),
  ]
    .filter(({ kind, name }) => !declared[kind].has(name))
    .map(({ place, name }) => `${place}: ${name}`);
}

interface Reference {
  /** What must have the name: resource or parameter, resource, condition, mapping. */
  readonly kind: 'value' | 'attribute' | 'condition' | 'mapping';
  readonly name: string;
  readonly place: string;
}

function referencesIn(value: Json, place: string): readonly Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([key, member]) => [
    ...(readings[key]?.(member, place) ?? []).map((found) => ({ ...found, place })),
    ...referencesIn(member, `${place}.${key}`),
  ]);
}

/** What the argument of each intrinsic refers to. */
const readings: Readonly<
  Record<string, (member: Json, place: string) => readonly Omit<Reference, 'place'>[]>
> = {
  Ref: (name) => [{ kind: 'value', name }],
  'Fn::GetAtt': (member) => [{ kind: 'attribute', name: String([member].flat()[0]).split('.')[0] ?? '' }],
  'Fn::If': ([name]) => [{ kind: 'condition', name }],
  'Fn::FindInMap': ([name]) => [{ kind: 'mapping', name }],
  'Fn::Sub': substituted,
  // Elsewhere, as in policies, the word means something else.
  Condition: (name, place) => (place.startsWith('Conditions.') ? [{ kind: 'condition', name }] : []),
};

/** Resources that wait for each other in a circle, which CloudFormation refuses, and what waits for them. */
export function circularDependencies({ Resources }: Json): readonly string[] {
  const waitsFor = new Map(
    Object.entries<Json>(Resources).map(([id, resource]) => [
      id,
      new Set([
        ...referencesIn(resource, id).flatMap(({ name }) => (name in Resources ? [name] : [])),
        ...[resource.DependsOn ?? []].flat(),
      ]),
    ]),
  );
  // Whatever waits for nothing is made, and nobody waits for it any longer; what is left waits in a circle or for one.
  for (let made = -1; made !== 0; ) {
    const ready = [...waitsFor].filter(([, ids]) => ids.size === 0).map(([id]) => id);
    made = ready.length;
    for (const id of ready) waitsFor.delete(id);
    for (const ids of waitsFor.values()) for (const id of ready) ids.delete(id);
  }
  return [...waitsFor.keys()];
}

/** `${Name}` and `${Name.Attribute}`, but neither `${!Literal}` nor what the intrinsic brings itself. */
function substituted(member: Json): readonly Omit<Reference, 'place'>[] {
  const [text, own = {}] = [member].flat();
  return [...String(text).matchAll(/\$\{(?<name>[^!}][^}]*)\}/gu)].flatMap(({ groups }) => {
    const name = groups?.name?.trim() ?? '';
    if (name in own) return [];
    const [id = ''] = name.split('.');
    return [{ kind: name.includes('.') ? 'attribute' : 'value', name: id }];
  });
}

/**
 * Where a stack does not agree with the template that is nested in it: parameters
 * that are not declared there or lack a value, and outputs that it does not give.
 * `nestedOf` finds the template of a nested stack by its resource.
 */
export function nestedFaults(template: Json, nestedOf: (resource: Json) => Json): readonly string[] {
  const text = JSON.stringify(template);
  return Object.entries<Json>(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
    .flatMap(([id, resource]) => {
      const { Parameters = {}, Outputs = {} } = nestedOf(resource);
      const given = resource.Properties.Parameters ?? {};
      const asked = [...text.matchAll(new RegExp(`"${id}","Outputs\\.(?<name>\\w+)"`, 'gu'))];
      return [
        ...Object.keys(given).filter((name) => !(name in Parameters)),
        ...Object.entries<Json>(Parameters)
          .filter(([name, { Default }]) => Default === undefined && !(name in given))
          .map(([name]) => name),
        ...asked.map(({ groups }) => groups?.name ?? '').filter((name) => !(name in Outputs)),
      ].map((name) => `${id}: ${name}`);
    });
}
