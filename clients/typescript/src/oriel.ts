import { DatasetUnavailableError } from './errors.ts';
import { Operations } from './generated/operations.ts';
import type { Answer, ExportDatasetData, ExportDatasetInput, Resource } from './generated/types.ts';
import { Pages } from './pages.ts';
import type { AnswerReport } from './report.ts';
import { type CallOptions, type OutgoingRequest, type Settings, Transport } from './transport.ts';

export type * from './generated/types.ts';
export type { AnswerReport, CallOptions, Pages, Settings };

/** Which rows and columns of a dataset. */
export type Selection = Pick<ExportDatasetInput, 'fields' | 'where' | 'sort'>;

const rowsOnPage = 1_000;

/** A client of one service with one key. Make one and keep it. */
export class Oriel extends Operations {
  readonly #settings: Settings;
  readonly #transport: Transport;

  constructor(settings: Settings) {
    super();
    this.#settings = settings;
    this.#transport = new Transport(settings);
  }

  /** What the latest answer of this client told beside its body: credits left, limits, usage, attempts. */
  get last(): AnswerReport | undefined {
    return this.#transport.last;
  }

  /** A client that differs in some settings, such as `testFault` or `signal`. */
  with(settings: Partial<Settings>): Oriel {
    return new Oriel({ ...this.#settings, ...settings });
  }

  /**
   * A client whose calls spend the budget of a run, in credits. A call that
   * would spend more rejects with RunBudgetExceededError and does not start.
   * Without a budget it joins a run that is open.
   */
  run(id: string, budget?: number): Oriel {
    return this.with({ run: { id, budget } });
  }

  /** The rows of a dataset that an answer named in `resources`, page by page, free. */
  dataset<Row = Record<string, unknown>>(
    dataset: string | Pick<Resource, 'uri'>,
    selection: Selection & { readonly rowsOnPage?: number } = {},
    options?: CallOptions,
  ): Pages<Row> {
    const { rowsOnPage: limit = rowsOnPage, ...chosen } = selection;
    return new Pages(async (from) => {
      const offset = Number(from ?? 0);
      const { data, coverage } = await this.#export<Row>(
        { uri: uriOf(dataset), ...chosen, limit, offset },
        options,
      );
      const end = offset + data.items.length;
      const isLast = data.items.length === 0 || end >= (coverage.total_available ?? end);
      return { rows: data.items, next: isLast ? undefined : String(end) };
    });
  }

  /** All selected rows of a dataset as a file. The body of the response is not read yet. */
  async download(
    dataset: string | Pick<Resource, 'uri'>,
    selection: Selection & { readonly format: 'csv' | 'ndjson' },
    options?: CallOptions,
  ): Promise<Response> {
    const { data, usage } = await this.#export({ uri: uriOf(dataset), ...selection, limit: 1 }, options);
    if (data.download_url === undefined)
      throw new DatasetUnavailableError(data.note ?? 'The dataset has no file.', usage.request_id, []);
    return await this.#transport.download(data.download_url, options);
  }

  async #export<Row>(input: ExportDatasetInput, options: CallOptions | undefined) {
    const request = {
      ...{ method: 'POST', path: '/v1/tools/export_dataset', body: input },
      ...{ isKeyed: false, isRepeatable: true },
    };
    type Data = Omit<ExportDatasetData, 'items'> & { readonly items: readonly Row[] };
    const answer = await this.ask<Answer<Data>>(request, options);
    const { data, usage, next_actions } = answer;
    if (data.available) return answer;
    const message = data.note ?? 'The dataset is not available.';
    throw new DatasetUnavailableError(message, usage.request_id, next_actions);
  }

  protected async ask<Answered>(
    request: OutgoingRequest,
    options: CallOptions | undefined,
  ): Promise<Answered> {
    return (await this.#transport.send<Answered>(request, options)).answer;
  }

  protected list<Row>(request: OutgoingRequest, options: CallOptions | undefined): Pages<Row> {
    return new Pages(async (from) => {
      const query = from === undefined ? request.query : Object.fromEntries(new URLSearchParams(from));
      const { answer, headers } = await this.#transport.send<Row[]>(
        { ...request, ...(query && { query }) },
        options,
      );
      return { rows: answer, next: nextQuery(headers.get('link')) };
    });
  }
}

const uriOf = (dataset: string | Pick<Resource, 'uri'>) =>
  typeof dataset === 'string' ? dataset : dataset.uri;

/** Only the query of the link is followed, so that the key goes nowhere else. */
function nextQuery(link: string | null): string | undefined {
  return /<[^>?]*\?(?<query>[^>]*)>;\s*rel="next"/u.exec(link ?? '')?.groups?.query;
}
