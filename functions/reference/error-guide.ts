import { testFaults } from '#shared/calls/play-fault.ts';
import { curlSample, toolCall } from '#shared/contract/code-samples.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';
import type { Page } from './page-frame.ts';

/** For each error: when it comes, and what to do. Printed on the errors page, which every problem's `type` points to. */
export const errorGuide: Readonly<Record<ErrorCode, { readonly when: string; readonly remedy: string }>> = {
  invalid_json: {
    when: 'The body could not be parsed, or is not UTF-8.',
    remedy: 'Send one JSON object. Let a JSON library write it rather than string concatenation.',
  },
  malformed_request: {
    when: 'The request line, a header or the target is not HTTP.',
    remedy: 'Send the path as the reference writes it, beginning with one `/`.',
  },
  invalid_idempotency_key: {
    when: 'The `Idempotency-Key` header is empty, longer than 255 characters or holds blanks.',
    remedy: 'Send a fresh UUID per logical call.',
  },
  ambiguous_credentials: {
    when: 'Two different credentials came in one request, for example in both headers.',
    remedy: 'Send one credential in one header.',
  },
  missing_credentials: {
    when: 'Neither `Authorization: Bearer` nor `X-API-Key` was sent.',
    remedy: 'Add one of the headers. Keys are never read from the URL or from cookies.',
  },
  invalid_credentials: {
    when: 'The key or token is mistyped, unknown, expired or revoked; the answer is the same for all four.',
    remedy: 'Check that the whole key was copied. If it was, create a new key.',
  },
  insufficient_credits: {
    when: 'The balance is lower than the price. `credits_required` and `balance` tell both.',
    remedy: 'Buy credits on the page that `action_url` names, then repeat the call.',
  },
  spend_limit_reached: {
    when: 'The key or connection, or the key that made this key, has a monthly limit, and this call would exceed it.',
    remedy: 'Let the owner raise the limit in the dashboard, or wait for the next calendar month (UTC).',
  },
  run_budget_exceeded: {
    when: 'The call names a run (`X-Run-Id`) and would spend more than the budget the run was opened with. It did not start.',
    remedy: 'End the job, or open a new run with a budget of its own.',
  },
  tool_not_enabled: {
    when: 'The tool needs a feature that the account does not have, or the key may not call it.',
    remedy: 'Ask `/v1/capabilities` with the same credential for the tools it can call.',
  },
  insufficient_scope: {
    when: 'An agent connection was not granted what the call needs.',
    remedy: 'Connect the agent again and grant the scope that the message names.',
  },
  sign_in_again: {
    when: 'The request is too sensitive for an older session, such as a key without a spend limit, and the person signed in more than ten minutes ago.',
    remedy: 'Sign in again and repeat it, or make a key with a spend limit.',
  },
  forbidden_origin: {
    when: 'A route of the dashboard was called from another site.',
    remedy: 'Call `/v1` with an API key instead; session routes are for the dashboard only.',
  },
  account_suspended: { when: 'An operator has suspended the account.', remedy: 'Write to support.' },
  not_found: {
    when: 'The path or the resource does not exist, or belongs to another account.',
    remedy: 'Check the path and the id.',
  },
  method_not_allowed: {
    when: 'The path exists, but not with this method. `Allow` lists the methods.',
    remedy: 'Tools are always POST.',
  },
  request_in_progress: {
    when: 'Another request with the same `Idempotency-Key` is still running.',
    remedy: 'Wait for `Retry-After` seconds, then send the same request with the same key.',
  },
  conflict: {
    when: 'What the request is about is at work or was changed at the same moment: a crawl is not over, an upload is being imported, a key was rotated.',
    remedy: 'Do what `detail` says, such as cancelling the crawl first, then repeat.',
  },
  body_too_large: { when: 'The body is larger than 64 KiB.', remedy: 'Split the request.' },
  headers_too_large: {
    when: 'The headers are larger than 16 KiB together.',
    remedy: 'Send fewer cookies and headers.',
  },
  unsupported_media_type: {
    when: 'The body was declared as something other than JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  validation_error: {
    when: 'A field is missing, unknown, of the wrong type or out of bounds. `errors` points at each. Tools ignore a field beside theirs, and a warning names it.',
    remedy: 'Correct the fields that `errors[].pointer` names.',
  },
  unknown_location: {
    when: 'The location is not a name, ISO code or location code that the service knows.',
    remedy: 'Use one of the nearest matches that the message names.',
  },
  unknown_language: {
    when: 'The language is not a name or ISO code that the service knows.',
    remedy: 'Use one of the nearest matches that the message names.',
  },
  unsupported_market: {
    when: 'Location and language are known, but this tool has no facts for them.',
    remedy: 'Use the country instead of a place, or its main language.',
  },
  invalid_dataset_uri: {
    when: 'The URI is not of the form that `resources` entries have.',
    remedy: 'Copy the URI from the `resources` of an earlier answer.',
  },
  unsafe_target: {
    when: 'The domain or URL leads to an address that is not public.',
    remedy: 'Send a public site.',
  },
  idempotency_conflict: {
    when: 'The `Idempotency-Key` was used for another request within 24 hours.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    when: 'The calls of the minute, hour or day are used up.',
    remedy: 'Wait for `Retry-After` seconds. `X-RateLimit-*` headers say how much is left.',
  },
  too_many_concurrent_calls: {
    when: 'As many calls as the account may make at once are running.',
    remedy: 'Wait for one to end, then repeat.',
  },
  internal_error: {
    when: 'Something failed on our side. Nothing was charged.',
    remedy: 'Try again with the same `Idempotency-Key`. If it keeps failing, send us the `request_id`.',
  },
  upstream_error: {
    when: 'The source of the facts gave an answer that cannot be used, or the site could not be read.',
    remedy: 'Try again. Nothing was charged.',
  },
  upstream_unavailable: {
    when: 'The source of the facts is down, and nothing stored can stand in.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  upstream_quota: {
    when: 'The service has used up its quota at the source. The operators are alerted at once.',
    remedy: 'Try again later.',
  },
  service_starting: {
    when: 'The service on one machine is starting and still opens its database.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  service_busy: {
    when: 'The database had no capacity for the call, or did not answer. Nothing was charged.',
    remedy: 'Try again after `Retry-After` seconds.',
  },
  no_live_source: {
    when: 'The call needs live listings, and this installation has no live source.',
    remedy: 'Use the mode `index`, or ask the operator to configure a live source.',
  },
  upstream_timeout: {
    when: 'The facts did not arrive in time. Nothing was charged, unless `credits_charged` is null: then it is not known yet.',
    remedy:
      'Try again, or ask for less at once. Where `credits_charged` is null, `GET /v1/me/calls/{request_id}` tells, and a repeat with the same `Idempotency-Key` is never charged twice.',
  },
};

const everyCall: readonly ErrorCode[] = ['method_not_allowed', 'internal_error', 'service_busy'];

const authenticatedCall: readonly ErrorCode[] = [
  'ambiguous_credentials',
  'missing_credentials',
  'invalid_credentials',
  'insufficient_scope',
  'account_suspended',
  'rate_limited',
];

const bodyCall: readonly ErrorCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_error',
];

const idempotentCall: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_conflict',
  'request_in_progress',
];

export function toolErrors(tool: ToolContract): readonly ErrorCode[] {
  const paid: readonly ErrorCode[] =
    tool.credits > 0
      ? ['insufficient_credits', 'spend_limit_reached', 'run_budget_exceeded', 'too_many_concurrent_calls']
      : [];
  const sources: readonly ErrorCode[] = tool.needs.includes('upstream')
    ? ['upstream_error', 'upstream_unavailable', 'upstream_quota', 'no_live_source', 'upstream_timeout']
    : ['upstream_timeout'];
  return [
    ...everyCall,
    ...authenticatedCall,
    'tool_not_enabled',
    ...bodyCall,
    'unknown_location',
    'unknown_language',
    'unsupported_market',
    ...idempotentCall,
    ...paid,
    ...sources,
    ...(tool.needs.includes('crawl') ? (['unsafe_target', 'upstream_error'] as const) : []),
    ...(tool.needs.includes('crawls') ? (['conflict'] as const) : []),
    ...(tool.name === 'export_dataset' ? (['invalid_dataset_uri'] as const) : []),
  ];
}

export function endpointErrors(endpoint: EndpointContract): readonly ErrorCode[] {
  return [
    ...everyCall,
    ...authenticatedCall.filter(
      (code) => endpoint.authentication !== 'optional' || code !== 'missing_credentials',
    ),
    ...(endpoint.body ? bodyCall : []),
    ...(endpoint.query && !endpoint.body ? (['validation_error'] as const) : []),
    ...(endpoint.creates ? idempotentCall : []),
    // Others may work on what it changes at the same time.
    ...(endpoint.methods.includes('GET') ? [] : (['conflict'] as const)),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
  ];
}

/** How to test against the service: a recipe for every failure that can be simulated. */
export function testKeysPage(tools: readonly ToolContract[], baseUrl: string): Page {
  const title = 'Test keys';
  const [tool] = tools;
  const sample = tool ? curlSample(toolCall(tool, baseUrl)).replace('ORIEL_API_KEY', 'ORIEL_TEST_KEY') : '';
  const lines = [
    'A test key, `or_test_…`, is for the tests of your own code. It takes every step of a live call, and:',
    '',
    '- every tool answers from the sample market, on every installation; your own data and live sources are not used, and `audit_site` reads only the sites of the sample market',
    '- nothing is charged: `usage` has `"mode": "test"`, `"credits_charged": 0` and `would_have_cost`, the price with a live key',
    '- its balance is always 1,000 credits, whatever the account has',
    '- its calls are in the usage log with `"mode": "test"`, and in no total, invoice or export; they use up none of the account\'s calls',
    '- it reads its balance and its own calls, and nothing else of the account',
    '',
    'Make one in the dashboard, or with a live key:',
    '',
    '```sh',
    `curl "${baseUrl}/v1/me/api-credentials" \\`,
    '  -H "Authorization: Bearer $ORIEL_API_KEY" \\',
    `  -H "Content-Type: application/json" -d '{"name":"CI","mode":"test"}'`,
    '```',
    '',
    '## Failures on demand',
    '',
    'The header `X-Test-Fault` names the failure to simulate; over MCP it is `_meta: {"oriel/test-fault": "…"}` of `tools/call`. A live key that sends it is refused with `validation_error`.',
    '',
    '```sh',
    `${sample} \\\n  -H "X-Test-Fault: rate_limited"`,
    '```',
    '',
    'A simulated error has the status, the members and the headers of a real one; `Retry-After` is always one second. With an `Idempotency-Key` each error comes once, so that the retry of your client is answered; without one it comes each time. Over MCP errors come as results with `isError`, also those that a live service answers before it reads the message, such as 401.',
    '',
    '| `X-Test-Fault` | What comes | What a client does |',
    '|---|---|---|',
    ...Object.entries(testFaults).map(
      ([fault, { what, remedy }]) => `| \`${fault}\` | ${what} | ${remedy} |`,
    ),
    '',
    'The other errors come from requests that are wrong, and cost nothing with any key: a mistyped key gives 401, an unknown path 404, a field out of bounds 422. [Errors](errors) lists all of them; a client that tells them apart by `status` and `retryable` needs no more.',
  ];
  return { name: 'testing', title, markdown: `# ${title}\n\n${lines.join('\n')}\n` };
}
