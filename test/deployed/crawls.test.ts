import { crawledHost, crawlTwice, startChangingSite } from '#test/support/crawls/crawl-journey.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startDeployedService } from './support/deployed-service.ts';
import { functionNamed } from './support/function-named.ts';

describe('crawls of a whole site, deployed', () => {
  const service = duringTests(async () => {
    const site = await startChangingSite();
    const deployed = await startDeployedService({ internet: { [`${crawledHost}:80`]: site.port } });
    return {
      ...deployed,
      site,
      async stop() {
        await deployed.stop();
        await site.stop();
      },
    };
  });

  it('are begun by REST and by an agent, paused, resumed, listed and compared, and an event tells of each', async () => {
    const caller = await service.openAccount(100);
    const turn = async () => void service.running.start(functionNamed('run-crawls'));
    const crawls = await crawlTwice(service.site, { service, caller, turn });
    const { body } = await caller.get('/v1/me/events?type=crawl.finished');
    expect(body.events.map(({ data }: { data: { crawl_id: string } }) => data.crawl_id).toSorted()).toEqual(
      [...crawls].toSorted(),
    );
  });
});
