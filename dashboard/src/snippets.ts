interface Callable {
  readonly path: string;
  readonly example: unknown;
}

/** A first call to paste into a terminal: the example of a tool, which answers with data on this very service. */
export function firstCall(origin: string, tool: Callable, key?: string): string {
  return curl(origin, tool.path, tool.example, key);
}

/** The call as a curl command. */
export function curl(origin: string, path: string, body: unknown, key = '$ORIEL_API_KEY'): string {
  const json = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${origin}${path} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'`,
  ].join('\n');
}

/** The call in TypeScript, with nothing to install. */
export function typescript(origin: string, path: string, body: unknown): string {
  return `const response = await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.ORIEL_API_KEY}\`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.detail);
console.log(answer.data);`;
}

/** The call in Python, with the standard library alone. */
export function python(origin: string, path: string, body: unknown): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}${path}",
    data=json.dumps(${indent(pythonLiteral(body), 4)}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['ORIEL_API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["data"])`;
}

function indent(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

function pythonLiteral(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(
      ([key, entry]) => `${JSON.stringify(key)}: ${pythonLiteral(entry)}`,
    );
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value);
}
