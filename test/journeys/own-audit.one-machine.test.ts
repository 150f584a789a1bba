import { testService } from '#test/support/service/running-service.ts';
import { upload } from '#test/support/service/uploads.ts';

const service = testService();

describe('an audit of a site of which the account has uploaded its pages', () => {
  it('reads the pages with clicks first, and a dead one of 1,200 clicks leads its advice', async () => {
    const caller = await service.openAccount(30);
    const table = [
      'Top pages,Clicks,Impressions,CTR,Position',
      'https://trailpeak.example/,300,4000,7.5%,3',
      'https://trailpeak.example/boots/discontinued,1200,9000,13.33%,2',
    ].join('\n');
    const ended = await upload(caller, [{ name: 'trailpeak.example-Pages.csv', bytes: table }]);
    expect(ended).toMatchObject({ status: 'done' });
    const { status, body } = await caller.post('/v1/tools/audit_site', {
      domain: 'trailpeak.example',
      max_pages: 4,
    });
    expect(status).toBe(200);
    expect(body.data.own).toMatchObject({ clicks: 1500, impressions: 13_000 });
    expect(body.data.recommendations[0]).toMatchObject({
      issue: 'http_4xx',
      example_url: 'https://trailpeak.example/boots/discontinued',
      own: { clicks: 1200, impressions: 9000 },
    });
  });
});
