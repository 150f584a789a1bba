import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { type ToolContract, toolPath } from '#shared/contract/tool.ts';
import type { Catalogs } from './openapi.ts';
import type { Page } from './page-frame.ts';

/** A request as it was sent and what came back, settled so that every recording gives the same text. */
export interface Exchange {
  readonly title: string;
  readonly request: string;
  readonly sent: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly received: Readonly<Record<string, string>>;
  /** Parsed where it is JSON; its beginning where it is none. */
  readonly answer: unknown;
  /** Whether sending the same request once more can charge again. */
  readonly repeating: string;
}

type Recorded = Readonly<Record<'live' | 'played' | 'agents', readonly Exchange[]>>;

/** What goes over the wire, recorded from the running service, for those who write a client. */
export function exchangesPage(
  { live, played, agents }: Recorded,
  { tools, endpoints }: Pick<Catalogs, 'tools' | 'endpoints'>,
): Page {
  const title = 'Exchanges';
  const lines = [
    `# ${title}`,
    '',
    'Recorded from a fresh service. Ids and times are replaced; answers are cut to what says something about the call, and lists to one entry. `Authorization` is left out of each request, and `Content-Type: application/json` of those with a body.',
    '',
    'Each exchange ends with the answer to one question: **can repeating this charge again?**',
    '',
    '## Every path',
    '',
    'Whether a request that was answered is charged when it is sent again. One that failed cost nothing, and one whose answer was lost may have been answered.',
    '',
    '| Request | Without a key | With the same `Idempotency-Key`, within 24 hours |',
    '|---|---|---|',
    ...tools.map(toolRow),
    ...endpoints.flatMap(endpointRows),
    '| `tools/call` at `/mcp` | No, within 120 seconds; then as the tool | No, in `_meta["oriel/idempotency-key"]` |',
    '',
    '## Over REST',
    '',
    ...live.flatMap(section),
    '## Failures, played for a test key',
    '',
    'A test key is never charged; what is said of repeating holds for a live key. [Test keys](testing) has a recipe for each.',
    '',
    ...played.flatMap(section),
    '## Over MCP',
    '',
    '`content`, the text for models, is left out of results.',
    '',
    ...agents.flatMap(section),
  ];
  return { name: 'exchanges', title, markdown: lines.join('\n') };
}

function toolRow(tool: ToolContract): string {
  const free = tool.writes ? 'No, but it makes another one' : 'No, it is free';
  const again = tool.credits > 0 ? `Yes, ${tool.credits} credits each time` : free;
  return `| \`POST ${toolPath(tool)}\` | ${again} | No, the first answer comes again |`;
}

function endpointRows({ methods, path, creates }: EndpointContract): string[] {
  const [bare, keyed] = creates
    ? ['No, but it makes another one', 'No, the first answer comes again']
    : ['No, it is free', 'No, and the key is not read'];
  return methods.map((method) => `| \`${method} ${path}\` | ${bare} | ${keyed} |`);
}

function section({ title, request, sent, body, status, received, answer, repeating }: Exchange): string[] {
  return [
    `### ${title}`,
    '',
    '```http',
    request,
    ...lines(sent),
    ...(body === undefined ? [] : ['', JSON.stringify(body)]),
    '```',
    '',
    '```http',
    `${status}`,
    ...lines(received),
    '',
    typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2),
    '```',
    '',
    `Can repeating this charge again? ${repeating}`,
    '',
  ];
}

function lines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
