import { type Api, type Declaration, type Operation, pascalCase } from './read-api.ts';
import type { Member, Type } from './schema-type.ts';

const head =
  '"""Written by "npm run derive" from the OpenAPI document."""\n\nfrom __future__ import annotations\n';

/** The generated files of the Python client, by their paths in its folder. */
export function pythonFiles(api: Api): ReadonlyMap<string, string> {
  return new Map([
    ['src/oriel/types.py', typesFile(api)],
    ['src/oriel/operations.py', operationsFile(api)],
  ]);
}

function typesFile({ declarations, envelope, problem, errorCodes, testFaults, operations }: Api): string {
  return [
    head,
    `import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired
`,
    `ErrorCode = ${literals(errorCodes)}\n"""Codes of failures; a later version of the service may have more."""\n`,
    `TestFault = ${literals(testFaults)} | str\n"""What a test key can have played; slow=SECONDS as well."""\n`,
    ...declarations.map(declaration),
    declaration({ name: 'Problem', members: problem }),
    declaration({ name: 'Answer', members: envelope.filter(({ name }) => name !== 'data') }),
    ...operations.flatMap((operation) =>
      operation.answer.kind === 'envelope'
        ? [`class ${answerName(operation)}(Answer):\n    data: ${pythonType(operation.answer.type)}\n`]
        : [],
    ),
  ].join('\n');
}

const answerName = ({ id }: Operation) => `${pascalCase(id)}Answer`;

function declaration(declared: Declaration): string {
  if ('options' in declared)
    return `${declared.name} = ${declared.options.map((option) => pythonType(option)).join(' | ')}\n`;
  const { name, members } = declared;
  if (members.some((member) => isReserved(member.name))) {
    const entries = members.map(
      (member) => `    ${JSON.stringify(member.name)}: ${JSON.stringify(memberType(member))},\n`,
    );
    return `${name} = TypedDict("${name}", {\n${entries.join('')}})\n`;
  }
  const lines = members.map(
    (member) => `    ${member.name}: ${memberType(member)}\n${docstring(member.description, '    ')}`,
  );
  return `class ${name}(TypedDict):\n${lines.join('')}`;
}

function memberType({ isRequired, type }: Member): string {
  return isRequired ? pythonType(type) : `NotRequired[${pythonType(type)}]`;
}

function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/u, '\\"');
  return `${indent}"""${escaped}"""\n`;
}

/** A type in Python. `from` is the module that declares the types, with its dot. */
function pythonType(type: Type, from = ''): string {
  switch (type.kind) {
    case 'plain':
      return plainTypes[type.name];
    case 'literals':
      return literals(type.values);
    case 'list':
      return `list[${pythonType(type.of, from)}]`;
    case 'map':
      return `dict[str, ${pythonType(type.of, from)}]`;
    case 'union':
      return [...new Set(type.options.map((option) => pythonType(option, from)))].join(' | ');
    case 'named':
      return `${from}${type.name}`;
  }
}

const plainTypes = {
  ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None', unknown: 'Any' },
} as const;

function literals(values: readonly unknown[]): string {
  const written = values.map((value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return value === null ? 'None' : JSON.stringify(value);
  });
  return `Literal[${written.join(', ')}]`;
}

function operationsFile({ operations, version }: Api): string {
  return `${head}
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .transport import UNSET, CallOptions

if TYPE_CHECKING:
    from typing import Literal

    from . import types as api_types
    from .pages import Pages

CLIENT_VERSION = "${version}"


class Operations:
    """One method for each tool and each endpoint that a key can ask."""

    def _ask(self, method: str, path: str, **request: Any) -> Any:
        raise NotImplementedError

    def _list(
        self, method: str, path: str, *, options: CallOptions | None = None, query: dict[str, Any], **request: Any
    ) -> Pages[Any]:
        raise NotImplementedError
${operations.map(method).join('')}`;
}

function method(operation: Operation): string {
  const { id, pathParameters, body, query, description } = operation;
  const members = (body ?? query).toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  const parameters = [
    'self',
    ...pathParameters.map((name) => `${name}: str`),
    ...required.map(({ name, type }) => `${parameterName(name)}: ${pythonType(type, 'api_types.')}`),
    '*',
    ...optional.map(({ name, type }) => `${parameterName(name)}: ${pythonType(type, 'api_types.')} = UNSET`),
    'options: CallOptions | None = None',
  ];
  const result = resultType(operation);
  return `
    def ${id}(
${parameters.map((parameter) => `        ${parameter},\n`).join('')}    ) -> ${result}:
${docstring(description, '        ')}        answer: ${result} = self.${operation.answer.kind === 'rows' ? '_list' : '_ask'}(
${requestLines(operation, members)}        )
        return answer
`;
}

function resultType(operation: Operation): string {
  const { answer } = operation;
  if (answer.kind === 'envelope') return `api_types.${answerName(operation)}`;
  return answer.kind === 'rows'
    ? `Pages[${pythonType(answer.type, 'api_types.')}]`
    : pythonType(answer.type, 'api_types.');
}

function requestLines(operation: Operation, members: readonly Member[]): string {
  const { method: verb, path, body, pathParameters, isKeyed, isRepeatable } = operation;
  const address = path.replaceAll(
    /\{(?<name>\w+)\}/gu,
    (_match, name: string) => `{quote(${name}, safe='')}`,
  );
  const sent = `{${members.map(({ name }) => `"${name}": ${parameterName(name)}`).join(', ')}}`;
  const lines = [
    `"${verb}"`,
    `${pathParameters.length > 0 ? 'f' : ''}"${address}"`,
    ...(body ? [`body=${sent}`] : []),
    ...(!body && members.length > 0 ? [`query=${sent}`] : []),
    `is_keyed=${isKeyed ? 'True' : 'False'}`,
    `is_repeatable=${isRepeatable ? 'True' : 'False'}`,
    'options=options',
  ];
  return lines.map((line) => `            ${line},\n`).join('');
}

/** Words of the language; no member has another that cannot name one. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** As Python's own style writes a name that is a word of the language: `from_`. */
const parameterName = (name: string) => (keywords.has(name) ? `${name}_` : name);

const isReserved = (name: string) => keywords.has(name) || !/^[a-z_]\w*$/iu.test(name);
