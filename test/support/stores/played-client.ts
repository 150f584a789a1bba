import { Readable } from 'node:stream';

export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface PlayedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What any client of the SDK takes to do all up to the HTTP request, and get its answers from `answer`. */
export function playedClient(answer: (request: SentRequest) => Promise<PlayedAnswer>) {
  return {
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: {
      async handle(request: SentRequest) {
        const { headers, body } = await answer(request);
        const length = { 'content-length': String(body.length) };
        return {
          response: { statusCode: 200, headers: { ...headers, ...length }, body: Readable.from([body]) },
        };
      },
      destroy: () => {},
      updateHttpClientConfig: () => {},
      httpHandlerConfigs: () => ({}),
    },
  };
}
