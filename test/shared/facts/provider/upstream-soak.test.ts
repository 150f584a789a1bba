import type { Fact } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { chance, pick } from '#test/support/upstream/chance.ts';
import { type ConnectedProvider, connectProvider, type TestCall } from '#test/support/upstream/connected.ts';
import { type FaultName, faultNames } from '#test/support/upstream/faults.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { domains, keywords } from '#test/support/upstream/world.ts';

/** How many questions; the suite asks few of them, `SOAK_QUESTIONS=2000` asks for long. */
const total = Number(process.env.SOAK_QUESTIONS ?? 200);
const workers = 8;
const faultShare = 0.2;

const leftOut: readonly FaultName[] = [
  'drip',
  'invalid_location',
  'insufficient_funds',
  'no_tasks',
  'huge',
  'huge_unsaid',
];
const faults = faultNames.filter((name) => !leftOut.includes(name));

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider({ slowMs: 50 });
});
afterAll(() => provider.stop());

const asks: readonly ((call: TestCall, roll: string) => Promise<Fact<unknown>>)[] = [
  ({ index }, roll) => index.domainOverview(pick(roll, domains.slice(0, 12)), unitedStates),
  ({ index }, roll) => index.rankedKeywords({ domain: pick(roll, domains.slice(0, 12)) }, unitedStates, 100),
  ({ index }, roll) => index.topPages(pick(roll, domains.slice(0, 12)), unitedStates, 10),
  ({ index }, roll) => index.competitors(pick(roll, domains.slice(0, 12)), unitedStates, 10),
  ({ index }, roll) =>
    index.keywordIdeas({ seed: pick(roll, keywords).keyword, mode: 'ideas', limit: 20 }, unitedStates),
  ({ index }, roll) => index.keywordDetail(pick(roll, keywords.slice(0, 40)).keyword, unitedStates),
  ({ index }, roll) =>
    index.positions('trailhound.example', [pick(roll, keywords).keyword, `never ${roll}`], unitedStates),
  ({ index }, roll) =>
    index.coverage(
      pick(roll, domains.slice(0, 6)),
      [pick(`${roll}!`, domains.slice(6, 12))],
      unitedStates,
      20,
    ),
  ({ liveListings }, roll) =>
    liveListings.listing(pick(roll, keywords.slice(0, 60)).keyword, unitedStates, 10),
  ({ backlinks }, roll) => backlinks.profile(pick(roll, domains.slice(0, 12))),
];

async function askOne(number: number): Promise<{ readonly kind: string; readonly spend: TestCall['spend'] }> {
  const call = provider.open();
  try {
    await pick(`ask ${number}`, asks)(call, `subject ${number}`);
    return { kind: 'answer', spend: call.spend };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: error.code, spend: call.spend };
  }
}

describe(`${total} mixed questions with a fault in every fifth answer`, () => {
  it('end in an answer or an error of the table, and cost exactly what the provider stated', async () => {
    provider.upstream.fail(({ path }, number) =>
      chance(`fault ${number} ${path}`) < faultShare ? pick(`kind ${number}`, faults) : undefined,
    );
    let asked = 0;
    const spent = { statedMicroUsd: 0, estimatedMicroUsd: 0 };
    const outcomes = new Map<string, number>();
    const worker = async () => {
      for (let number = asked++; number < total; number = asked++) {
        // Answers age and breakers close again while the soak goes on.
        if (chance(`time ${number}`) < 0.2)
          provider.advance(Math.floor(chance(`by ${number}`) * 20 * 3_600_000));
        const { kind, spend } = await askOne(number);
        spent.statedMicroUsd += spend.microUsd - spend.estimatedMicroUsd;
        spent.estimatedMicroUsd += spend.estimatedMicroUsd;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));

    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(total);
    const known = ['answer', 'upstream_error', 'upstream_unavailable', 'upstream_quota', 'upstream_timeout'];
    expect([...outcomes.keys()].filter((kind) => !known.includes(kind))).toEqual([]);
    expect(outcomes.get('answer')).toBeGreaterThan(total / 2);
    expect(spent.statedMicroUsd).toBe(provider.upstream.statedMicroUsd);
    // What was billed for answers that were lost is within the estimate.
    expect(spent.estimatedMicroUsd).toBeGreaterThanOrEqual(provider.upstream.lostMicroUsd);
    expect(provider.upstream.lostMicroUsd).toBeGreaterThan(0);
    expect(provider.upstream.mostAtOnce).toBeLessThanOrEqual(30);
  }, 600_000);

  it('leave nothing behind that keeps a question from being answered', async () => {
    provider.upstream.fail(undefined);
    provider.advance(10 * 86_400_000);
    for (const ask of asks) expect(await ask(provider.open(), 'afterwards')).toHaveProperty('value');
  });
});
