import { randomBytes } from 'node:crypto';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { WholeList } from '#shared/facts/ports/search-index.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { unaskedRequests } from '#test/support/upstream/tool-requests.ts';
import { auditedHost } from '../audited-site.ts';
import type { WalkedService } from '../walked-service.ts';
import { auditSteps, renderedStep } from './audit-walks.ts';
import { readsListOfCrawl } from './crawl-walks.ts';
import { storeLongLists } from './long-lists.ts';
import { connectedQuestions, connectedSteps, synced } from './search-console-walks.ts';
import {
  asksTwiceUnderLimit,
  freshWord,
  paysInSubAccount,
  type Step,
  signedIn,
  step,
  type Walk,
} from './walk.ts';
import { expectCode, mcp, openAccount, rest, type ToolCall, type Way } from './ways.ts';
import { copiedQuestions, keptQuestions, ownQuestions, wideQuestions } from './wide-questions.ts';
import { agentMakesTracker, agentReadsEvents } from './workspace-walks.ts';

/** A walk for every tool of the catalog: a new tool gets its own without being named. */
export const toolWalks: readonly Walk[] = toolCatalog.map((tool) => ({
  name: tool.name.replaceAll('_', '-'),
  steps: [
    step('answers a person of the dashboard', async (service) => {
      const person = await signedIn(service, await openAccount(service));
      await expectCode(service, rest, person, exampleOf(tool));
    }),
    ...meteredSteps(rest, tool),
    ...questionSteps(rest, tool),
    ...(tool.name === 'export_dataset' ? datasetSteps(rest) : []),
    ...(tool.name === 'audit_site' ? auditSteps(rest) : []),
    ...ownSiteSteps(rest, tool),
    ...connectedSteps(rest, tool),
  ],
}));

/** The endpoint of agents runs every tool in its own process, so it walks the way of each. */
export const agentWalk: Walk = {
  name: 'mcp',
  steps: [
    step('lets an agent with a token in', async (service) => {
      const { accountId } = await openAccount(service);
      const { token } = await service.operators.connect(accountId);
      const agent = service.callerWith(accountId, token);
      await expectCode(service, mcp, agent, { tool: 'inspect_keyword', args: { keyword: 'tent' } });
    }),
    ...toolCatalog.flatMap((tool, place) => [
      ...(place === 0 ? meteredSteps(mcp, tool) : meteredSteps(mcp, tool).slice(0, 1)),
      ...questionSteps(mcp, tool),
      ...ownSiteSteps(mcp, tool),
    ]),
    ...datasetSteps(mcp),
    agentReadsEvents,
    agentMakesTracker,
    // Last, when nothing is stored any more after its answer.
    renderedStep(mcp),
  ],
};

export function exampleOf({ name, example }: ToolContract): ToolCall {
  return { tool: name, args: name === 'audit_site' ? { domain: auditedHost, max_pages: 1 } : example };
}

/** A site of the caller's own, whose figures are in no index. */
export function ownSiteSteps(way: Way, { name }: ToolContract): Step[] {
  const args = ownQuestions[name];
  if (!args) return [];
  return [
    step(`tells the caller's own figures (${name})`, async (service) => {
      const caller = await openAccount(service);
      await service.operators.bring(caller.accountId);
      expectDataset(await expectCode(service, way, caller, { tool: name, args }));
    }),
  ];
}

/** Fails where an answer names no dataset. */
function expectDataset(text: string): void {
  if (!text.includes('oriel://dataset/')) throw new Error(`No dataset: ${text.slice(0, 300)}`);
}

/** Calls twice; the second answer says that it is the first one, by the id of the call that made it. */
async function expectReplay(service: WalkedService, way: Way, caller: Caller, call: ToolCall) {
  const answers = [
    await expectCode(service, way, caller, call),
    await expectCode(service, way, caller, call),
  ];
  const [first, second] = answers.map((text) => /"usage":\{"request_id":"(req_[0-9a-z]+)"/u.exec(text)?.[1]);
  if (first === undefined || second !== first || !answers[1]?.includes('"replayed":true'))
    throw new Error('It was another answer.');
}

/** What every call goes through. Where money is at stake, answers may be lost and calls taken for dead. */
function meteredSteps(way: Way, tool: ToolContract): Step[] {
  const call = exampleOf(tool);
  const functionName = way.functionOf(tool.name);
  const toolStep = (does: string, run: Step['run']) => step(`${does} (${tool.name})`, run);
  const connected = connectedQuestions[tool.name];
  return [
    toolStep('answers a key that was never used before', async (service) => {
      await expectCode(service, way, await openAccount(service), call);
    }),
    asksTwiceUnderLimit(`answers a key with a limit (${tool.name})`, async (service, asker) => {
      await expectCode(service, way, asker, call);
    }),
    toolStep('gives its first answer again', async (service) => {
      const caller = await openAccount(service);
      const keyed = { ...call, idempotencyKey: freshWord() };
      await expectReplay(service, way, caller, keyed);
    }),
    toolStep('frees the Idempotency-Key of a call that was refused', async (service) => {
      const poor = await service.openAccount(0, ['backlinks']);
      const keyed = { ...call, idempotencyKey: freshWord() };
      await expectCode(service, way, poor, keyed, tool.credits > 0 ? 'insufficient_credits' : 'ok');
    }),
    ...(connected
      ? [
          toolStep('frees the Idempotency-Key of a call whose period has no days', async (service) => {
            const caller = await openAccount(service);
            const { site } = await synced(service, caller);
            const args = { ...connected.args(site), from: '2026-02-01', to: '2026-01-01' };
            const keyed = { tool: tool.name, args, idempotencyKey: freshWord() };
            await expectCode(service, way, caller, keyed, 'validation_error');
          }),
        ]
      : []),
    toolStep('counts a call that was refused', async (service) => {
      const caller = await service.openAccount(1, ['backlinks']);
      const bad = { tool: tool.name, args: { location: 7 } };
      await expectCode(service, way, caller, bad, 'validation_error');
    }),
    ...(tool.name === 'inspect_keyword'
      ? [paysInSubAccount((service, caller) => expectCode(service, way, caller, call))]
      : []),
    ...(tool.credits > 0
      ? [
          toolStep('spends the budget of a run', async (service) => {
            const run = { id: freshWord(), budget: 50 };
            await expectCode(service, way, await openAccount(service), { ...call, run });
          }),
          toolStep('starts the mail where it takes the balance to the mark', async (service) => {
            await expectCode(service, way, await service.openAccount(101, ['backlinks']), call);
          }),
          toolStep('looks up a usage record whose answer was lost', async (service) => {
            service.running.services.loseAnswerOf(functionName, 'PutItem usage');
            await expectCode(service, way, await openAccount(service), call);
          }),
          toolStep('tells the record of a call that was swept what it had cost', async (service) => {
            const caller = await openAccount(service);
            service.running.services.before(functionName, 'PutItem usage', () =>
              sweepAsDead(service, caller),
            );
            await expectCode(service, way, caller, call, 'upstream_timeout');
          }),
        ]
      : []),
  ];
}

/** The sweeper comes by as if the account's calls had begun ten minutes ago. */
export async function sweepAsDead({ running }: WalkedService, { accountId }: Caller): Promise<void> {
  const clock = () => Date.now() + 600_000;
  const { documents, tables } = running;
  await createSweeper({ documents, tables, clock }).sweepAccount(accountId);
}

/** Asks the provider what no call has asked before, and the stored index for long lists. */
export function questionSteps(way: Way, { name, needs }: ToolContract): Step[] {
  if (!needs.includes('upstream')) return [];
  return [
    step(
      `asks the provider (${name})`,
      async (service) => {
        const asked = Object.values(unaskedRequests(freshWord())).filter(({ tool }) => tool === name);
        if (asked.length === 0) throw new Error(`No question for ${name} is known.`);
        const caller = await openAccount(service);
        for (const { body } of asked) await expectCode(service, way, caller, { tool: name, args: body });
      },
      { live: true },
    ),
    ...(copiedQuestions[name] ? [copyStep(way, name, copiedQuestions[name])] : []),
    ...(wideQuestions[name] ?? []).map((args) =>
      step(`answers with long lists from the index (${name})`, async (service) => {
        await storeLongLists(service);
        await expectCode(service, way, await openAccount(service), { tool: name, args });
      }),
    ),
  ];
}

/** Rows of the provider cannot be asked for again for nothing, so that a copy is kept of those that the answer leaves out. */
function copyStep(way: Way, tool: string, ask: () => object): Step {
  return step(
    `keeps a copy of the provider's rows (${tool})`,
    async (service) => {
      const caller = await openAccount(service);
      expectDataset(await expectCode(service, way, caller, { tool, args: ask() }));
    },
    { live: true },
  );
}

function datasetSteps(way: Way): Step[] {
  return [
    step('reads the rows of a dataset', async (service) => {
      const { caller, uri } = await withDataset(service, [{ keyword: 'tent' }]);
      await expectCode(service, way, caller, { tool: 'export_dataset', args: { uri } });
    }),
    readsListOfCrawl(way),
    step('says that the rows of a dataset are gone', async (service) => {
      const { caller, uri } = await withDataset(service, [{ keyword: 'tent' }]);
      await service.operators.loseFiles(`datasets/${caller.accountId}/`);
      const text = await expectCode(service, way, caller, { tool: 'export_dataset', args: { uri } });
      if (!text.includes('"available":false')) throw new Error(`It was read: ${text.slice(0, 300)}`);
    }),
    ...keptQuestions.map((list) =>
      step(`reads the list ${list.list} of which the question is kept`, async (service) => {
        await storeLongLists(service);
        const { caller, uri } = await withDataset(service, [], list);
        const text = await expectCode(service, way, caller, { tool: 'export_dataset', args: { uri } });
        if (!text.includes('"available":true')) throw new Error(`It was not read: ${text.slice(0, 300)}`);
      }),
    ),
    step('writes a file and links to it', async (service) => {
      const { caller, uri } = await withDataset(service, [{ keyword: 'tent' }]);
      const call = { tool: 'export_dataset', args: { uri, format: 'csv' } };
      const text = await expectCode(service, way, caller, call);
      const url = /"download_url":"([^"]+)"/u.exec(text)?.[1] ?? '';
      const { status } = await fetch(url);
      if (status !== 200) throw new Error(`The file answered ${status}.`);
    }),
    step('frees the Idempotency-Key of a dataset that cannot be', async (service) => {
      const keyed = {
        tool: 'export_dataset',
        args: { uri: 'oriel://dataset/x' },
        idempotencyKey: freshWord(),
      };
      await expectCode(service, way, await openAccount(service), keyed, 'invalid_dataset_uri');
    }),
    step('keeps an answer that is too large for an item', async (service) => {
      const rows = Array.from({ length: 70 }, () => ({ text: randomBytes(6_000).toString('base64url') }));
      const { caller, uri } = await withDataset(service, rows);
      const keyed = { tool: 'export_dataset', args: { uri }, idempotencyKey: freshWord() };
      await expectReplay(service, way, caller, keyed);
    }),
  ];
}

/** An account with a dataset of these rows, or of the question that its rows are read by. */
async function withDataset(
  service: WalkedService,
  rows: readonly Record<string, string>[],
  list?: WholeList,
) {
  const caller = await openAccount(service);
  const question = { accountId: caller.accountId, tool: 'research_keywords' as const, args: {} };
  const market = resolveMarket({ location: 'us', language: 'en' });
  const whole = list && { whole: { list, market, rows: 1 } };
  const draft = { name: 'keyword-ideas', description: 'Rows of a walk', rows, ...whole };
  const planned = service.operators.datasets.plan(question, draft);
  await planned.store();
  return { caller, uri: planned.resource.uri };
}
