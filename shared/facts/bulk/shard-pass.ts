/** What each step of a build that belongs to one shard is given. */
export interface ShardPass {
  /** For intermediate files, the same for all steps of a build. */
  readonly folder: string;
  /** For the files of items. */
  readonly output: string;
  readonly shard: number;
}

/** Files of items as they are to be imported. */
export interface WrittenItems {
  readonly items: readonly string[];
  readonly itemCount: number;
}
