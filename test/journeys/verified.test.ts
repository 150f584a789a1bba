import { callerJourneys, creditsOfJourneys, reviewerJourney, visitorJourneys } from '#lib/journeys.ts';
import { journeyOutcomes } from '#test/support/service/journey-outcomes.ts';
import { testService } from '#test/support/service/running-service.ts';

describe('the journeys that verify a stage', () => {
  const service = testService();

  it('end well on a service that is sound, and cost what they say', async () => {
    const { key, balance } = await service.openAccount(50);
    const email = 'verify@directory.example';
    const { code } = await service.operations.reviewers.create(email, { days: 1, credits: 1 });
    const journeys = [
      ...visitorJourneys(service.baseUrl),
      ...callerJourneys(service.baseUrl, { apiKey: key, keyword: 'running shoes' }),
      reviewerJourney(service.baseUrl, { email, code }),
    ];
    expect(await journeyOutcomes(journeys)).toEqual(
      Object.fromEntries(journeys.map(({ signal }) => [signal, 'ok'])),
    );
    expect(await balance()).toBe(50 - creditsOfJourneys);
  });

  it('say what is wrong: a code that is not the one, a keyword that nobody knows', async () => {
    const { key } = await service.openAccount(50);
    const caller = { apiKey: key, keyword: 'zzyzx quuxly frobnicate' };
    const [, dataset] = callerJourneys(service.baseUrl, caller);
    await expect(dataset?.run()).rejects.toThrow('named no dataset');
    const email = 'nobody@directory.example';
    const stranger = reviewerJourney(service.baseUrl, { email, code: '000000' });
    await expect(stranger.run()).rejects.toThrow('/session/verify answered');
  });
});
