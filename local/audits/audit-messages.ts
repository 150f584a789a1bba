import type { auditSite as contract } from '#functions/tools/audit-site/contract.ts';
import type { OwnSearch } from '#functions/tools/audit-site/own-search.ts';
import type { ToolInput } from '#shared/contract/tool.ts';
import type { DatasetAnswer, DatasetSelection, ToolAnswer } from '#shared/facts/answers/tool-answer.ts';
import type { FieldVitals, FieldVitalsAnswer } from '#shared/facts/ports/sources.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { RenderedPage } from '#shared/site-audit/render/render-pages.ts';

export interface AuditThreadSettings {
  readonly userAgent: string;
  /** As in `CRAWL_RESOLVE`. */
  readonly resolve: string | undefined;
  /** Whether pages can be opened in a browser, which is done outside of the thread. */
  readonly hasRenderer?: boolean;
  /** What requests are signed with; undefined where sites could not find the key. */
  readonly signing?: { readonly seed: string; readonly agent: string } | undefined;
}

export interface AuditOrder {
  readonly kind: 'order';
  readonly input: ToolInput<typeof contract>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a thread is sent: an order, and what it asked to read of the account meanwhile. */
export type AuditMessage =
  | AuditOrder
  | { readonly kind: 'dataset'; readonly answer: DatasetAnswer }
  | { readonly kind: 'dataset_failed' }
  | { readonly kind: 'own'; readonly search: OwnSearch | undefined }
  | { readonly kind: 'rendered'; readonly pages: readonly RenderedPage[] }
  | { readonly kind: 'vitals'; readonly answer: FieldVitalsAnswer | undefined };

/** What the thread sends back: any number of steps and questions, one of a kind at a time, then one end. */
export type AuditReply =
  | { readonly kind: 'read'; readonly selection: DatasetSelection }
  | { readonly kind: 'own'; readonly domain: string }
  | { readonly kind: 'render'; readonly urls: readonly string[]; readonly withinMs: number }
  | { readonly kind: 'vitals'; readonly asked: Parameters<FieldVitals['read']>[0] }
  | { readonly kind: 'progress'; readonly step: readonly [number, number, string] }
  | { readonly kind: 'answer'; readonly answer: ToolAnswer<Readonly<Record<string, unknown>>> }
  | { readonly kind: 'refusal'; readonly refusal: SentError }
  | { readonly kind: 'failure'; readonly message: string };

/** A ServiceError as it travels between threads, which keeps no class. */
export type SentError = Pick<ServiceError, 'code' | 'message' | 'details' | 'faults' | 'headers' | 'reason'>;

export function sentError({ code, message, details, faults, headers, reason }: ServiceError): SentError {
  return { code, message, details, faults, headers, reason };
}

export function receivedError({ code, message, reason, ...options }: SentError): ServiceError {
  return new ServiceError(code, message, { ...options, ...(reason === undefined ? {} : { reason }) });
}
