import { writeFindings } from '#functions/trackers/tracker-events.ts';
import { createRules } from '#shared/callers/watch/rules.ts';
import type { Delta } from '#shared/contract/envelope.ts';
import { database, monday, openWorld } from './tracker-world.ts';

const asking: Parameters<typeof writeFindings>[1] = {
  ...{ period: '2026-11-23', state: 'asked', tries: 1, at: monday, request_id: 'req_1' },
  ...{ month: '2026-11', spent: 3, reserved: 0, misses: 0 },
};
const changed = (
  field: string,
  previous: Delta['previous'],
  current: Delta['current'],
  type = 'audit',
): Delta => ({
  ...{ type, field, previous, current, previous_observed_at: '2026-11-16T07:00:00.000Z' },
  subject: { kind: 'domain', id: type === 'audit' ? 'shop.example' : 'blog.example' },
});

describe('what a tracked answer finds', () => {
  it('is told where an audit has more grave faults than the one before, once, as its rule says', async () => {
    const world = await openWorld();
    const tell = async (...deltas: Delta[]) => writeFindings(await world.find(), asking, deltas, world);
    const told = async () => (await world.events.list(world.accountId, {})).events;
    await tell(changed('issues_high', 4, 2), changed('issues_medium', 1, 9), changed('onpage_score', 90, 60));
    expect(await told()).toEqual([]);
    await tell(changed('issues_high', 2, 5));
    await tell(changed('issues_high', 2, 5));
    expect(await told()).toMatchObject([
      { type: 'audit.finding', subject: world.trackerId, data: { before: 2, after: 5 } },
    ]);
    const identity = { documents: database.documents, name: database.tables.identity, clock: () => monday };
    const rule = {
      type: 'audit.finding',
      subject: null,
      is_on: true,
      settings: { severity: 'medium' },
    } as const;
    await createRules(identity).set(world.accountId, rule);
    await writeFindings(
      await world.find(),
      { ...asking, period: '2026-11-30' },
      [changed('issues_medium', 1, 3)],
      world,
    );
    expect((await told()).map(({ summary }) => summary)).toEqual([
      'The audit of shop.example found 3 more faults of high severity.',
      'The audit of shop.example found 2 more faults of high or medium severity.',
    ]);
  });

  it('is told where a link is lost', async () => {
    const world = await openWorld();
    const lost = [changed('lost', false, true, 'links_to'), changed('lost', true, false, 'links_to')];
    await writeFindings(await world.find(), asking, lost, world);
    expect((await world.events.list(world.accountId, {})).events).toMatchObject([
      { type: 'link.lost', data: { domains: ['blog.example'] } },
    ]);
  });
});
