import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { directorySubmission, negativeCases, reviewCases } from '#functions/reference/submission.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

describe('the cases of a submission, as a reviewer runs them', () => {
  const email = 'cases@directory.example';
  let service: RunningService;
  let client: Client;
  let accountId: string;

  beforeAll(async () => {
    service = await startService();
    const made = await service.operations.reviewers.create(email, { days: 14, credits: 500 });
    accountId = made.account_id;
    const provider = memoryAuthProvider();
    const open = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), {
        authProvider: provider as never,
      });
    const version = { versionNegotiation: { mode: 'auto' as const } };
    const first = open();
    await expect(new Client({ name: 'reviewer', version: '1' }, version).connect(first)).rejects.toThrow();
    await first.finishAuth(
      await consentingPerson(service.baseUrl, email, made.code).approve(provider.authorizationUrl),
    );
    client = new Client({ name: 'reviewer', version: '1' }, version);
    await client.connect(open());
  });
  afterAll(async () => {
    await client.close();
    await service.stop();
  });

  const balance = async () => (await service.operations.operator.show(accountId)).balance;

  it.each(reviewCases.map((one) => [one.prompt, one] as const))(
    'answers “%s”',
    async (_prompt, { calls, shows }) => {
      for (const { tool, args } of calls) {
        const before = await balance();
        const answer = await client.callTool({ name: tool, arguments: args });
        expect(answer.isError).toBeFalsy();
        const { data } = answer.structuredContent as { data: Record<string, unknown> };
        for (const member of shows) {
          expect(data[member]).toBeTruthy();
          expect(data[member]).not.toEqual([]);
        }
        expect(before - (await balance())).toBe(toolCatalog.find(({ name }) => name === tool)?.credits);
      }
    },
  );

  it.each(negativeCases.map((one) => [one.prompt, one] as const))(
    'refuses, free of charge, what a model might make of “%s”',
    async (_prompt, { called }) => {
      const before = await balance();
      const answer = await client.callTool({ name: called.tool, arguments: called.args });
      expect(answer.isError).toBe(true);
      expect(await balance()).toBe(before);
    },
  );
});

describe('the file of a submission', () => {
  const filled = expect.stringMatching(/\S/u);

  it('is what ChatGPT imports: five cases, three that call nothing, a reason for every hint of every tool', () => {
    const { app_info, tools, test_cases, negative_test_cases } = directorySubmission(toolCatalog);
    expect(app_info.subtitle.length).toBeLessThanOrEqual(30);
    expect(Object.keys(tools)).toEqual(toolCatalog.map(({ name }) => name));
    for (const [name, tool] of Object.entries(tools))
      expect(tool).toEqual({
        annotations: {
          readOnlyHint: name !== 'record_change',
          destructiveHint: false,
          openWorldHint: expect.any(Boolean),
        },
        justifications: {
          read_only_justification: filled,
          open_world_justification: filled,
          destructive_justification: filled,
        },
      });
    expect([test_cases.length, negative_test_cases.length]).toEqual([5, 3]);
    for (const { tools_triggered } of test_cases)
      for (const name of tools_triggered.split(', ')) expect(Object.keys(tools)).toContain(name);
    for (const { tools_triggered } of negative_test_cases) expect(tools_triggered).toBeNull();
  });
});
