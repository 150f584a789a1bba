/** Runs a task for every row, at most `bound` at once; the results keep the order of the rows. */
export async function atMost<Row, Result>(
  bound: number,
  rows: readonly Row[],
  task: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = rows.entries();
  const worker = async () => {
    for (const [index, row] of queue) results[index] = await task(row);
  };
  await Promise.all(Array.from({ length: Math.min(bound, rows.length) }, worker));
  return results;
}
