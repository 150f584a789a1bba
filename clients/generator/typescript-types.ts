import type { Declaration } from './read-api.ts';
import type { Member, Type } from './schema-type.ts';

/** A type in TypeScript, on one line. `named` writes the name of a type that is declared elsewhere. */
export function typeScriptType(type: Type, named: (name: string) => string = (name) => name): string {
  switch (type.kind) {
    case 'plain':
      return type.name === 'integer' ? 'number' : type.name;
    case 'literals':
      return type.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'list':
      return `${inList(type.of, typeScriptType(type.of, named))}[]`;
    case 'map':
      return `{ [name: string]: ${typeScriptType(type.of, named)} }`;
    case 'union':
      return type.options.map((option) => typeScriptType(option, named)).join(' | ');
    case 'named':
      return named(type.name);
  }
}

const inList = (type: Type, text: string) =>
  type.kind === 'union' || (type.kind === 'literals' && type.values.length > 1) ? `(${text})` : text;

/** `name?: type`, without the end of the line. */
export function typeScriptMember(
  { name, isRequired, type }: Member,
  named?: (name: string) => string,
): string {
  const key = /^[A-Za-z_]\w*$/u.test(name) ? name : JSON.stringify(name);
  return `${key}${isRequired ? '' : '?'}: ${typeScriptType(type, named)}`;
}

/** An exported type of its own; `isDescribed` with what the document says of each member. */
export function typeScriptDeclaration(declared: Declaration, isDescribed = true): string {
  if ('members' in declared)
    return `export interface ${declared.name} {\n${memberLines(declared.members, isDescribed)}}\n`;
  const options = declared.options.map((option) => `  | ${typeScriptType(option)}`);
  return `export type ${declared.name} =\n${options.join('\n')};\n`;
}

export function memberLines(members: readonly Member[], isDescribed = true): string {
  return members
    .map(
      (member) =>
        `${comment(isDescribed ? member.description : undefined, '  ')}  ${typeScriptMember(member)};\n`,
    )
    .join('');
}

export function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
