import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { beginCall, type Call } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import type { Failure } from '#shared/calls/problem.ts';
import type { ReportProgress } from '#shared/calls/run-tool.ts';
import { remainingMs } from '#shared/http/tool-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { type AnsweredEnvelope, type AskedCall, answeredEnvelope, renderAnswer } from './render-answer.ts';
import type { McpServices } from './services.ts';

/** Why a call has no answer, as agents are told it. */
export type Refusal = Pick<Failure, 'problem' | 'error'>;

export interface ToolCaller {
  readonly services: McpServices;
  readonly principal: Principal;
  /** The message that asks for the tool. */
  readonly call: Call;
}

interface ToolRequest {
  readonly args: unknown;
  readonly reportProgress?: ReportProgress;
  /** Makes a repeated call give the first answer again, free of charge. */
  readonly idempotencyKey: string | undefined;
  /** The caller wants a new answer, and pays for it. */
  readonly isFresh?: boolean;
  /** The run that the call names, with its budget. */
  readonly runSent?: { readonly id?: unknown; readonly budget?: unknown } | undefined;
  /** What a test key asks to have played. */
  readonly faultSent?: unknown;
}

/** Calls a tool as REST does: the same limits, validation, ledger and usage log. */
export function runTool(
  { services, principal, call, context }: ToolCaller & { readonly context: Context },
  { tool, call: ask }: ServedTool,
  { isFresh = false, ...request }: ToolRequest,
): Promise<CallOutcome> {
  const { clock } = services;
  const deadline = clock() + remainingMs(context, tool);
  const begun = beginCall(clock, { ...call, tool: tool.name });
  return ask({ ...request, isSentAgainWhenLost: !isFresh, call: begun, principal, deadline }, services);
}

/** The envelope of an answer; of a replay only the text was kept, and is given with its members in their order. */
export function envelopeOf({ envelope, body }: Extract<CallOutcome, { ok: true }>): AnsweredEnvelope {
  if (envelope) return envelope;
  const kept: unknown = JSON.parse(body);
  v.assert(answeredEnvelope, kept);
  return kept;
}

/** An answer as an MCP result: the envelope for programs, a short text for models, links to the datasets. */
export function toToolResult(envelope: AnsweredEnvelope, asked?: AskedCall): CallToolResult {
  return {
    content: [
      { type: 'text', text: renderAnswer(envelope, asked) },
      ...envelope.resources.map(({ uri, name, description, mime_type }) => ({
        type: 'resource_link' as const,
        uri,
        name,
        description,
        mimeType: mime_type,
      })),
    ],
    structuredContent: { ...envelope },
  };
}

/** A refusal as an MCP result: a sentence that says what to do next, and the same for programs. */
export function toErrorResult(failure: Refusal): CallToolResult {
  const { detail, code, retryable, action_url } = failure.problem;
  const lines = [detail, `Code: ${code}. ${retryable ? 'Trying again may help.' : ''}`.trim()];
  if (typeof action_url === 'string') lines.push(`Open ${action_url}`);
  const content = [{ type: 'text' as const, text: lines.join('\n') }];
  return { content, structuredContent: toErrorContent(failure), isError: true };
}

/** A refusal as programs read it. `retry_after` in seconds, `pointer` at the first fault of the arguments. */
export function toErrorContent({ problem, error }: Refusal) {
  const seconds = Number(error.headers['retry-after']);
  return {
    code: problem.code,
    retryable: problem.retryable,
    retry_after: Number.isFinite(seconds) ? seconds : null,
    credits_charged: problem.credits_charged,
    pointer: problem.errors[0]?.pointer ?? null,
  };
}
