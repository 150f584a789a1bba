/** What the process that opens pages is told, once. */
export interface RenderOrder {
  readonly urls: readonly string[];
  readonly chromiumPath: string;
  readonly userAgent: string;
  /** As in `CRAWL_RESOLVE`. */
  readonly resolve: string | undefined;
  readonly withinMs: number;
}
