import { type BuildStageItems, beginGeneration, uploadGeneration } from '#local/bulk/stage-build.ts';
import { buildIndex, runBulkStep } from '#shared/facts/bulk/build-index.ts';
import { makeGeneration } from '#shared/facts/generations/make-generation.ts';
import { folderOfTests } from '../folder-of-tests.ts';
import { type BulkFiles, writtenFiles } from './bulk-world.ts';
import type { StageWorld } from './stage-world.ts';

/** Builds generations of files, with the steps in this process. */
export async function generationBuilder({ generations }: StageWorld, files: BulkFiles) {
  const { paths } = await writtenFiles(files);
  const folder = folderOfTests('generation');
  const build: BuildStageItems = async (work) => ({
    built: await buildIndex({
      ...{ ...work, paths, shards: 2, run: runBulkStep },
      options: { market: {}, columns: [] },
    }),
  });
  const onPhase = () => {};
  return {
    async begin(): Promise<string> {
      return (await beginGeneration(generations)).generation;
    },
    /** From wherever it is to the end. */
    async finish(generation: string) {
      const record = await generations.register.get(generation);
      await uploadGeneration({ generations, build, folder, onPhase }, record);
      return makeGeneration(generations, generation, () => {});
    },
  };
}
