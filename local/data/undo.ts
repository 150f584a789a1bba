type Undo = () => Promise<void>;

export type UndoList = ReturnType<typeof createUndoList>;

/** What was opened so far, to be closed in reverse: at the end, or when a later step fails. */
export function createUndoList() {
  const undos: Undo[] = [];
  return {
    add: (undo: Undo): void => void undos.push(undo),
    async run(): Promise<void> {
      for (const undo of undos.splice(0).toReversed()) await undo();
    },
  };
}

/** Runs the work; where it fails, everything that it had opened is closed again. */
export async function undoneOnFailure<Value>(work: (opened: UndoList) => Promise<Value>): Promise<Value> {
  const opened = createUndoList();
  try {
    return await work(opened);
  } catch (error) {
    await opened.run();
    throw error;
  }
}
