import { collectionFile, postmanCollection } from './postman-collection.ts';
import { pythonFiles } from './python-client.ts';
import { readApi } from './read-api.ts';
import { typeScriptFiles } from './typescript-client.ts';

/** Every generated file of the two clients and the collection of requests, by its path in the repository. */
export function clientFiles(openApi: unknown): ReadonlyMap<string, string> {
  const api = readApi(openApi);
  return new Map([
    ...below('clients/typescript', typeScriptFiles(api)),
    ...below('clients/python', pythonFiles(api)),
    [collectionFile, postmanCollection(api)],
  ]);
}

function below(folder: string, files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].map(([path, text]) => [`${folder}/${path}`, text]);
}
