import type { LinkPartition, StoredLinks } from './questions/link-questions.ts';
import type { IndexReader } from './table/index-reads.ts';

/** Questions about links between sites. Few calls ask them: their code is read with the first. */
export function linksOn(table: IndexReader, partitionOf?: LinkPartition): StoredLinks {
  let reading: Promise<StoredLinks> | undefined;
  const opened = () => {
    reading ??= import('./questions/link-questions.ts').then((read) =>
      read.createLinkQuestions(table, partitionOf),
    );
    return reading;
  };
  return {
    profile: async (...question) => (await opened()).profile(...question),
    referringDomains: async (...question) => (await opened()).referringDomains(...question),
    anchors: async (...question) => (await opened()).anchors(...question),
    backlinks: async (...question) => (await opened()).backlinks(...question),
    gap: async (...question) => (await opened()).gap(...question),
    async *sites(...question) {
      yield* (await opened()).sites(...question);
    },
  };
}
