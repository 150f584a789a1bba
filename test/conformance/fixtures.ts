import {
  type CallToolResult,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The smallest picture and sound there are. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const said = (words: string): CallToolResult => ({ content: [text(words)] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const states = createRequestStateCodec<{ round: number }>({ key: 'a key of thirty-two bytes or more!!' });

const ask = (message: string, property: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [property]: { type: 'string' } }, required: [property] },
  });
const askYesOrNo = (message: string, property: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [property]: { type: 'boolean' } },
      required: [property],
    },
  });
const askCapital = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens });

type Fixture = (
  context: ServerContext,
  args: Record<string, unknown>,
) => Promise<CallToolResult | InputRequiredResult>;

const responses = ({ mcpReq }: ServerContext) => mcpReq.inputResponses ?? {};
const given = (context: ServerContext, key: string) =>
  responses(context)[key] as Record<string, unknown> | undefined;
const state = ({ mcpReq }: ServerContext) => mcpReq.requestState<{ round: number }>();

function demand({ mcpReq }: ServerContext, capability: 'sampling' | 'elicitation'): void {
  const declared = (mcpReq.envelope as Record<string, Record<string, unknown>> | undefined)?.[
    'io.modelcontextprotocol/clientCapabilities'
  ];
  if (declared && !declared[capability])
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { [capability]: {} } });
}

/** The tools that the suite calls, as it describes them. */
const tools: Record<string, Fixture> = {
  test_simple_text: async () => said('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: async () => ({
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause();
    }
    return said('Done.');
  },
  test_logging_tool: async () => said('Logged nothing, since no level was requested.'),
  test_error_handling: async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100, message: `${progress}` },
        });
      await pause();
    }
    return said('Done.');
  },
  test_missing_capability: async (context) => {
    demand(context, 'sampling');
    return said('The client can sample.');
  },
  test_streaming_elicitation: async (context) => {
    if (given(context, 'answer')) return said('Thank you.');
    return inputRequired({ inputRequests: { answer: ask('What?', 'answer') } });
  },
  test_input_required_result_elicitation: async (context) => {
    const answer = given(context, 'user_name');
    const name = (answer?.content as { name?: unknown } | undefined)?.name;
    if (typeof name === 'string') return said(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } });
  },
  test_input_required_result_sampling: async (context) => {
    const answer = given(context, 'capital_question');
    if (answer) return said(JSON.stringify(answer.content));
    return inputRequired({
      inputRequests: { capital_question: askCapital('What is the capital of France?', 100) },
    });
  },
  test_input_required_result_list_roots: async (context) => {
    const answer = given(context, 'client_roots');
    if (answer) return said(JSON.stringify(answer.roots));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  test_input_required_result_request_state: async (context) => {
    if (given(context, 'confirm') && state(context)) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: askYesOrNo('Please confirm', 'ok') },
      requestState: await states.mint({ round: 1 }),
    });
  },
  test_input_required_result_tampered_state: async (context) => {
    if (given(context, 'confirm') && state(context)) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: askYesOrNo('Please confirm', 'ok') },
      requestState: await states.mint({ round: 1 }),
    });
  },
  test_input_required_result_multiple_inputs: async (context) => {
    if (['user_name', 'greeting', 'client_roots'].every((key) => given(context, key)))
      return said('All there.');
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: askCapital('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ round: 1 }),
    });
  },
  test_input_required_result_multi_round: async (context) => {
    if (given(context, 'step2') && state(context)?.round === 2) return said('All rounds done.');
    const second = given(context, 'step1') && state(context)?.round === 1;
    return inputRequired({
      inputRequests: second
        ? { step2: ask('Step 2: What is your favorite color?', 'color') }
        : { step1: ask('Step 1: What is your name?', 'name') },
      requestState: await states.mint({ round: second ? 2 : 1 }),
    });
  },
  test_input_required_result_capabilities: async (context) => {
    const declared = (context.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined)?.[
      'io.modelcontextprotocol/clientCapabilities'
    ];
    return declared?.sampling
      ? inputRequired({ inputRequests: { sample: askCapital('Say something', 20) } })
      : inputRequired({ inputRequests: { answer: ask('Say something', 'answer') } });
  },
};

const prompts: Record<
  string,
  (args: Record<string, string>, context: ServerContext) => GetPromptResult | InputRequiredResult
> = {
  test_simple_prompt: () => messages([text('This is a simple prompt for testing.')]),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    messages([text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)]),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    messages([
      {
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      text('Please process the embedded resource above.'),
    ]),
  test_prompt_with_image: () => messages([image, text('Please analyze the image above.')]),
  test_input_required_result_prompt: (_args, context) =>
    given(context, 'user_context')
      ? messages([text('With your context.')])
      : inputRequired({
          inputRequests: { user_context: ask('What context should the prompt use?', 'context') },
        }),
};

function messages(parts: GetPromptResult['messages'][number]['content'][]): GetPromptResult {
  return { messages: parts.map((content) => ({ role: 'user' as const, content })) };
}

function read(uri: string): ReadResourceResult {
  const id = /^test:\/\/template\/(?<id>[^/]+)\/data$/u.exec(uri)?.groups?.id;
  if (uri === 'test://static-text')
    return {
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    };
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] };
  if (id) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text: data }] };
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
}

/** A protocol server with the suite's own tools, for the endpoint to serve in place of the product's. */
export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: states.verify },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Fixture ${name}`,
      inputSchema: { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return tool(context, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(prompts).map((name) => ({ name, description: `Fixture ${name}` })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts[params.name];
    if (!prompt)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`);
    return prompt(params.arguments ?? {}, context);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: ['static-text', 'static-binary'].map((name) => ({
      name,
      uri: `test://${name}`,
      description: name,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ name: 'template', uriTemplate: 'test://template/{id}/data' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => read(params.uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}
