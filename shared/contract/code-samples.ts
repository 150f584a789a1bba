import type { EndpointContract, HttpMethod } from './endpoint.ts';
import { type ToolContract, toolPath } from './tool.ts';

/** A call as a sample shows it. Parameters of the path are read from variables of the environment. */
interface SampleCall {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body?: unknown;
  readonly needsKey: boolean;
  readonly baseUrl: string;
}

/** One entry of `x-codeSamples`, as common viewers of OpenAPI show it. */
interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python';
  readonly label: string;
  readonly source: string;
}

export function toolCall(tool: ToolContract, baseUrl: string): SampleCall {
  return { method: 'POST', path: toolPath(tool), body: tool.example, needsKey: true, baseUrl };
}

export function endpointCall(endpoint: EndpointContract, method: HttpMethod, baseUrl: string): SampleCall {
  const { path, authentication, example } = endpoint;
  return { method, path, body: example?.body, needsKey: authentication !== 'optional', baseUrl };
}

/** The call with curl, TypeScript's fetch and Python's standard library; each runs as it stands with `ORIEL_API_KEY` set. */
export function codeSamples(call: SampleCall): CodeSample[] {
  return [
    curlOf(call),
    { lang: 'TypeScript', label: 'fetch', source: typeScriptSample(call) },
    { lang: 'Python', label: 'urllib', source: pythonSample(call) },
  ];
}

export const curlOf = (call: SampleCall): CodeSample => ({
  ...{ lang: 'Shell', label: 'curl', source: curlSample(call) },
});

const fences = { Shell: 'sh', TypeScript: 'ts', Python: 'python' } as const;

/** Samples as Markdown, one block a language; pages show those that stand together as tabs. */
export function sampleBlocks(samples: readonly CodeSample[]): string[] {
  return samples.flatMap(({ lang, source }) => [`\`\`\`${fences[lang]}`, source, '```', '']);
}

export function curlSample({ method, path, body, needsKey, baseUrl }: SampleCall): string {
  const address = `${baseUrl}${withVariables(path, (name) => `$${name}`)}`;
  return [
    `curl ${method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `}"${address}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $ORIEL_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : [
          `-H "Content-Type: application/json" -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n  ');
}

function typeScriptSample({ method, path, body, needsKey, baseUrl }: SampleCall): string {
  const address = `${baseUrl}${withVariables(path, (name) => `\${process.env.${name}}`)}`;
  const headers = [
    ...(needsKey ? [`    authorization: \`Bearer \${process.env.ORIEL_API_KEY}\`,`] : []),
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ];
  return [
    `const response = await fetch(\`${address}\`, {`,
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '});',
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(answer.detail);',
    'console.log(answer);',
  ].join('\n');
}

function pythonSample({ method, path, body, needsKey, baseUrl }: SampleCall): string {
  const address = `${baseUrl}${withVariables(path, (name) => `{os.environ['${name}']}`)}`;
  const headers = [
    ...(needsKey ? [`"Authorization": f"Bearer {os.environ['ORIEL_API_KEY']}"`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    f"${address}",`,
    `    method="${method}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}

/** `{credential_id}` as a variable `CREDENTIAL_ID`, in the way a language reads one. */
function withVariables(path: string, variable: (name: string) => string): string {
  return path.replaceAll(/\{(?<name>[a-z_]+)\}/gu, (_match, name: string) => variable(name.toUpperCase()));
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}

/** JSON as Python writes it. */
function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
