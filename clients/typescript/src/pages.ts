/** Some rows, and where the next ones begin; undefined after the last. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/** A list that is read page by page, as far as it is iterated: `for await (const row of pages)`. */
export class Pages<Row> implements AsyncIterable<Row> {
  readonly #read: (from: string | undefined) => Promise<PageOfRows<Row>>;

  constructor(read: (from: string | undefined) => Promise<PageOfRows<Row>>) {
    this.#read = read;
  }

  /** The rows of the first page, by one request. */
  async first(): Promise<readonly Row[]> {
    return (await this.#read(undefined)).rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    let from: string | undefined;
    do {
      const { rows, next } = await this.#read(from);
      yield* rows;
      from = next;
    } while (from !== undefined);
  }
}
