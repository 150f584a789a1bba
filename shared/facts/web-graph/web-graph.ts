import type { WebGraph } from '#shared/facts/ports/sources.ts';
import type { OpenTable } from './graph-questions.ts';

/** Open data about domains. Its code is read with the first question. */
export function webGraphOn(openTable: OpenTable): WebGraph {
  let reading: Promise<WebGraph> | undefined;
  const opened = () => {
    reading ??= import('./graph-questions.ts').then((read) => read.createGraphQuestions(openTable));
    return reading;
  };
  return {
    authority: async (domain) => (await opened()).authority(domain),
    referringDomains: async (domain, limit) => (await opened()).referringDomains(domain, limit),
    popularity: async (domain, market) => (await opened()).popularity(domain, market),
  };
}
