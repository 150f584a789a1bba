import { testFaults } from '#shared/calls/test-faults.ts';
import { curlSample, toolCall } from '#shared/contract/code-samples.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Page } from './page-frame.ts';

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
