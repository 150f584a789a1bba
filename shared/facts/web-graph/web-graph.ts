import type { WebGraph } from '#shared/facts/ports/sources.ts';
import type { OpenTable } from './loaded-releases.ts';

/** Open data about domains. Its code is read with the first question. */
export function webGraphOn(openTable: OpenTable): WebGraph {
  let reading: Promise<WebGraph> | undefined;
  const opened = () => {
    reading ??= import('./graph-questions.ts').then((read) => read.createGraphQuestions(openTable));
    return reading;
  };
  return {
    authority: async (...question) => (await opened()).authority(...question),
    referringDomains: async (...question) => (await opened()).referringDomains(...question),
    linkChanges: async (...question) => (await opened()).linkChanges(...question),
    gap: async (...question) => (await opened()).gap(...question),
    linkedTogether: async (...question) => (await opened()).linkedTogether(...question),
    popularity: async (...question) => (await opened()).popularity(...question),
  };
}
