import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { authenticateAs } from '#shared/http/authenticate.ts';
import type { GatewayEvent } from '#shared/http/call.ts';
import type { ReportProgress } from '#shared/http/run-tool.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { type AnsweredEnvelope, answeredEnvelope } from './answered-envelope.ts';
import { renderAnswer } from './render-answer.ts';
import type { McpServices, ServedTool } from './services.ts';

const problem = v.looseObject({
  code: v.string(),
  detail: v.string(),
  retryable: v.boolean(),
  action_url: v.optional(v.string()),
});
export type Problem = v.InferOutput<typeof problem>;

/** What became of a call. */
export type ToolOutcome =
  | { readonly ok: true; readonly envelope: AnsweredEnvelope }
  | { readonly ok: false; readonly problem: Problem };

interface ToolCaller {
  readonly services: McpServices;
  readonly principal: Principal;
  readonly event: GatewayEvent;
  readonly context: Context;
}

interface ToolRequest {
  readonly args: unknown;
  readonly reportProgress: ReportProgress;
  /** Makes a repeated call give the first answer again, free of charge. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Runs a tool in this process, through the pipeline of every REST call: the
 * same limits, validation, ledger and usage log. The principal is handed on;
 * the token that proved it is not.
 */
export async function runTool(
  { services, principal, event, context }: ToolCaller,
  served: ServedTool,
  { args, reportProgress, idempotencyKey }: ToolRequest,
): Promise<ToolOutcome> {
  const handler = served.createHandler({
    services: async () => services,
    authentication: authenticateAs(principal),
    reportProgress,
  });
  const { statusCode, body } = await handler(toolEvent(event, args, idempotencyKey), context);
  const answer: unknown = JSON.parse(body);
  return statusCode === 200
    ? { ok: true, envelope: v.parse(answeredEnvelope, answer) }
    : { ok: false, problem: v.parse(problem, answer) };
}

/** The call as the pipeline reads it: our arguments as its body; of the request only where it came from. */
function toolEvent(
  { path, resource, requestContext }: GatewayEvent,
  args: unknown,
  idempotencyKey: string | undefined,
): GatewayEvent {
  return {
    path,
    resource,
    requestContext,
    httpMethod: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: JSON.stringify(args ?? {}),
    isBase64Encoded: false,
  };
}

/** An answer as an MCP result: the envelope for programs, a short text for models, links to the datasets. */
export function toToolResult({ envelope }: Extract<ToolOutcome, { ok: true }>): CallToolResult {
  return {
    content: [
      { type: 'text', text: renderAnswer(envelope) },
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

/** A refusal as an MCP result: says what to do next; without structured content, which schemas would refuse. */
export function toErrorResult({ detail, code, retryable, action_url }: Problem): CallToolResult {
  const lines = [detail, `Code: ${code}. ${retryable ? 'Trying again may help.' : ''}`.trim()];
  if (action_url) lines.push(`Open ${action_url}`);
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true };
}
