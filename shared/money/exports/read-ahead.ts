/**
 * The rows of one source after the other, in their order, while the next ones
 * are being asked for already. Only the first page of each waits, so memory
 * follows `width` and not what the sources hold.
 */
export async function* readAhead<Row>(
  sources: Iterable<AsyncGenerator<Row>>,
  width: number,
): AsyncGenerator<Row> {
  const begun: Begun<Row>[] = [];
  for (const rows of sources) {
    const first = rows.next();
    // A failure is thrown when the rows of this source are read; until then it must not count as unhandled.
    first.catch(() => {});
    begun.push({ rows, first });
    if (begun.length >= width) yield* inTurn(begun.splice(0, 1));
  }
  yield* inTurn(begun);
}

interface Begun<Row> {
  readonly rows: AsyncGenerator<Row>;
  readonly first: Promise<IteratorResult<Row, unknown>>;
}

async function* inTurn<Row>(sources: readonly Begun<Row>[]): AsyncGenerator<Row> {
  for (const { rows, first } of sources) {
    const { done, value } = await first;
    if (done) continue;
    yield value;
    yield* rows;
  }
}
