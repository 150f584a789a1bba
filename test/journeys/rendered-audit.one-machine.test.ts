import { describeInBrowser } from '#test/dashboard/browser.ts';
import { startTestSite } from '#test/support/audit/test-site.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startService } from '#test/support/service/running-service.ts';

const shell = `<!doctype html><html lang="en"><head><title>App</title>
<link rel="canonical" href="http://app.example/"></head>
<body><div id="root"></div><script src="/app.js"></script></body></html>`;
/** A single page application: text, links, title, canonical and structured data come with the script. */
const app = `document.title = 'Warm bread of the old town';
document.querySelector('link[rel=canonical]').href = 'http://app.example/other';
const words = 'Walkers find warm bread near the bridge. '.repeat(20);
const links = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => '<a href="/' + name + '">Page ' + name + '</a>').join(' ');
document.getElementById('root').innerHTML = '<main><h1>Bread</h1><p>' + words + '</p>' + links + '</main>';
document.head.insertAdjacentHTML('beforeend', '<meta name="robots" content="noindex">');
const data = Object.assign(document.createElement('script'), { type: 'application/ld+json' });
data.textContent = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Bread' });
document.head.append(data);`;

const service = duringTests(async () => {
  const site = await startTestSite({
    'app.example': { '/': shell, '/app.js': { headers: { 'content-type': 'text/javascript' }, body: app } },
  });
  const running = await startService({ CRAWL_RESOLVE: `app.example:80=127.0.0.1:${site.port}` });
  return {
    ...running,
    async stop() {
      await running.stop();
      await site.stop();
    },
  };
});
const audit = async (args: object) => (await service.openAccount(30)).post('/v1/tools/audit_site', args);

describeInBrowser('an audit that opens pages in a browser as well', () => {
  it('tells what only scripts show, and what they change', async () => {
    const { status, body } = await audit({ domain: 'app.example', render: true });
    expect(status).toBe(200);
    expect(body.data.render_warning).toBe(true);
    expect(body.data.rendered).toEqual([
      { url: 'http://app.example/', reason: null, words_sent: 0, words_rendered: expect.any(Number) },
    ]);
    const issues = body.data.pages[0].issues_total;
    expect(issues).toBeGreaterThan(5);
    expect(body.data.recommendations.map(({ issue }: { issue: string }) => issue)).toContain(
      'rendered_noindex',
    );
    expect(body.usage.credits_charged).toBe(10);
  });

  it('tells nothing of it where it is not asked for', async () => {
    const { body } = await audit({ domain: 'app.example' });
    expect(body.data).not.toHaveProperty('rendered');
    expect(JSON.stringify(body.data)).not.toContain('rendered_');
  });

  it('opens no browser for a generated site', async () => {
    const { status, body } = await audit({ domain: 'trailpeak.example', render: true });
    expect(status).toBe(200);
    expect(body.data).not.toHaveProperty('rendered');
  });
});
