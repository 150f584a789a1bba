import * as v from 'valibot';
import { accountTools } from '#functions/mcp/account-tools.ts';
import { answeredEnvelope, renderAnswer } from '#functions/mcp/call-tool.ts';
import { describeTool } from '#functions/mcp/describe-tool.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { countTokens } from '#test/support/count-tokens.ts';
import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, indexTools, startMeteredWorld } from '#test/support/service/metered-world.ts';
import { type Part, rounded, type Table } from '../harness/report.ts';

/** Public figures of other servers; each with where it stands. */
const others = [
  {
    list: 'DataForSEO, 89 tools (github.com/dataforseo/mcp-server-typescript/issues/57)',
    tools: 89,
    tokens: 42_288,
  },
];

function listTable(): Table {
  const tools = [...toolCatalog, ...accountTools].map(describeTool);
  const tokens = countTokens(JSON.stringify({ tools }));
  const ours = { list: 'Oriel, all tools', tools: tools.length, tokens };
  return {
    title: 'What `tools/list` costs an agent',
    method:
      'Part of every conversation. Ours is counted by `test/support/count-tokens.ts` (about a token for three characters of JSON); the others are figures that were published.',
    rows: [ours, ...others].map((row) => ({ ...row, 'tokens a tool': rounded(row.tokens / row.tools, 0) })),
  };
}

async function answerTable(): Promise<Table> {
  const world = await startMeteredWorld();
  const handlerOf = world.handlersOn(world.documents);
  const key = await world.openKey();
  const rows = [];
  for (const tool of indexTools) {
    const { body } = await handlerOf(tool)(exampleCall(tool, key), lambdaContext);
    const envelope = v.parse(answeredEnvelope, JSON.parse(body));
    rows.push({
      tool,
      'as an agent reads it (tokens)': countTokens(renderAnswer(envelope)),
      'whole envelope as JSON (tokens)': countTokens(body),
    });
  }
  await world.stop();
  return {
    title: 'What an answer costs an agent',
    method:
      'The call that the documentation shows, on the sample market. Aim: within 3,000 tokens, as text and whole.',
    rows,
  };
}

/** Tokens that agents pay for the tools and their answers. */
export const agents: Part = { versionsOf: [], measure: async () => [listTable(), await answerTable()] };
