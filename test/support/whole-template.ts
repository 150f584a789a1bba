import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
type Json = any;

/** A stack as CloudFormation makes it, with its nested stacks unfolded. */
interface WholeTemplate {
  readonly Resources: Record<string, Json>;
  readonly Outputs?: Record<string, Json>;
}

/**
 * The template with everything that its nested stacks hold: a nested resource
 * is called `<nested stack>.<id>`, and a reference from outside to in or from
 * inside to out leads to the resource itself. `folder` is that of `cdk.out`.
 */
export function wholeTemplate(template: WholeTemplate, folder: string): WholeTemplate {
  const resources = Object.entries(template.Resources);
  const nested = new Map(
    resources
      .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
      .map(([id, resource]) => [id, unfold(id, resource, folder)]),
  );
  const outOf = (reference: Json): Json => {
    const [id, attribute] = reference['Fn::GetAtt'] ?? [];
    const found = nested.get(id)?.outputs[attribute?.replace('Outputs.', '')];
    return found === undefined ? reference : replaceReferences(found, outOf);
  };
  const own = Object.fromEntries(resources.filter(([id]) => !nested.has(id)));
  const inner = [...nested.values()].map((stack) => stack.resources);
  return replaceReferences({ ...template, Resources: Object.assign(own, ...inner) }, outOf);
}

/** What one nested stack holds and hands out, in the words of the stack around it. */
function unfold(stackId: string, { Properties }: Json, folder: string) {
  const template = wholeTemplate(nestedTemplate(Properties.TemplateURL, folder), folder);
  const nameOf = (id: string) => (id in template.Resources ? `${stackId}.${id}` : id);
  const outwards = (reference: Json): Json => {
    const { Ref: id, 'Fn::GetAtt': attribute } = reference;
    if (attribute) return { 'Fn::GetAtt': [nameOf(attribute[0]), attribute[1]] };
    return Properties.Parameters?.[id] ?? { Ref: nameOf(id) };
  };
  const { Resources, Outputs = {} } = replaceReferences(template, outwards);
  return {
    resources: Object.fromEntries(
      Object.entries<Json>(Resources).map(([id, resource]) => [nameOf(id), resource]),
    ),
    outputs: Object.fromEntries(Object.entries<Json>(Outputs).map(([id, { Value }]) => [id, Value])),
  };
}

/** The file that is uploaded to where a nested stack is said to be, as the manifests of `cdk.out` have it. */
export function nestedTemplate(url: Json, folder: string): WholeTemplate {
  const key = /[0-9a-f]{64}/u.exec(JSON.stringify(url))?.[0] ?? '';
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const manifests: Json[] = readdirSync(folder)
    .filter((name) => name.endsWith('.assets.json'))
    .map(read);
  const found = manifests.find(({ files }) => files[key]);
  if (!found) throw new Error(`No template is uploaded to ${JSON.stringify(url)}.`);
  return read(found.files[key].source.path);
}

/** The same value with each `Ref` and `Fn::GetAtt` in it replaced. */
function replaceReferences(value: Json, replace: (reference: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((member) => replaceReferences(member, replace));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.Ref === 'string' || Array.isArray(value['Fn::GetAtt'])) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceReferences(member, replace)]),
  );
}
