/** The little of autocannon that the bench uses. */
declare module 'autocannon' {
  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds; a run has either these or an `amount` of requests. */
    readonly duration?: number;
    readonly amount?: number;
    readonly requests: readonly Request[];
    /** Called for each connection before it sends. */
    readonly setupClient?: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
