import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** Calls outside of comments: to make a schema, and in a contract to declare. */
const schemas = /\/\*[\s\S]*?\*\/|\/\/.*|(?<![\w$./])v\.(?!(?:parse|assert)\()\w+\(/gu;
const declarations =
  /\/\*[\s\S]*?\*\/|\/\/.*|(?<![\w$./])(?:v\.(?!(?:parse|assert)\()\w+|define\w+|mergeGrants|toolCatalog\.\w+)\(/gu;
const markPure = (text: string) => (text.startsWith('/') ? text : `/* @__PURE__ */ ${text}`);

const modules = /[\\/](?:shared|functions)[\\/].*[.]ts$/;
/** `shared/contract`, and the contracts of functions and tools with their catalog. */
const contracts = /[\\/](?:shared[\\/]contract[\\/][^\\/]+|functions[\\/].*[\\/](?:contracts|catalog))[.]ts$/;

/**
 * Lets a bundle have the contracts and the code of its own function alone, though those of a noun share a module.
 * A contract is data, which the lint holds, so that each call in it is marked as pure, as those that make a schema
 * are anywhere: esbuild does not see across files that a call does nothing but return. Modules of the service do
 * nothing when they are read. Each is read once for all bundles.
 */
export function createLeaveUnused(): Plugin {
  const marked = new Map<string, Promise<string>>();
  return {
    name: 'leave-unused',
    setup({ onLoad }) {
      onLoad({ filter: modules }, async ({ path }) => {
        const contents = marked.get(path) ?? markCalls(path);
        marked.set(path, contents);
        return { contents: await contents, loader: 'ts' };
      });
    },
  };
}

async function markCalls(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll(contracts.test(path) ? declarations : schemas, markPure);
}
