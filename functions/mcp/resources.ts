import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { servedTool } from '#functions/tools/served-tools.ts';
import { envelopeOf, type Refusal, runTool, toErrorContent } from './call-tool.ts';
import type { McpCaller } from './mcp-caller.ts';

const creditsUri = 'oriel://account/credits';
const mimeType = 'application/json';

/** Datasets are too many to list; their addresses come with the answers that they belong to. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: 'dataset',
    title: 'Dataset behind an answer',
    uriTemplate: 'oriel://dataset/{name}/{id}',
    description: 'Rows of a list that an answer showed in part, up to a megabyte. Free.',
    mimeType,
  },
];

export function listResources({ principal }: Pick<McpCaller, 'principal'>): Resource[] {
  if (!principal.scopes.has('balance:read')) return [];
  return [
    {
      name: 'credits',
      title: 'Credit balance',
      uri: creditsUri,
      description: 'Credits that the account can still spend.',
      mimeType,
    },
  ];
}

/** A dataset is read as `export_dataset` reads it: logged, limited, free, and only by its own account. */
export async function readResource(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
  if (uri === creditsUri && caller.principal.scopes.has('balance:read'))
    return contents(uri, { balance: caller.principal.account.balance });
  const outcome = await runTool(caller, servedTool('export_dataset'), {
    args: { uri },
    idempotencyKey: undefined,
  });
  if (!outcome.ok) throw refusedRead(uri, outcome);
  const { data, coverage } = envelopeOf(outcome);
  const { available, items, note } = data;
  if (available !== true) throw notFound(uri, String(note ?? 'There is no such dataset.'));
  const rows = contents(uri, items);
  if (!coverage.truncated) return rows;
  // What a client reads as the whole list must say that it is not.
  return { contents: [...rows.contents, { uri, mimeType: 'text/plain', text: String(note) }] };
}

function contents(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: JSON.stringify(value) }] };
}

/** What cannot be read now is not missing: a client that believed so would forget it. */
function refusedRead(uri: string, failure: Refusal): ProtocolError {
  const { detail, code } = failure.problem;
  if (code === 'invalid_dataset_uri' || code === 'validation_error') return notFound(uri, detail);
  return new ProtocolError(ProtocolErrorCode.InternalError, detail, toErrorContent(failure));
}

function notFound(uri: string, message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri: uri.slice(0, 512) });
}
