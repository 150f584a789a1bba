import { auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, soundPage } from '#test/support/audit/audited-sites.ts';

const auditUnder = (robots: string) =>
  auditOf({
    '/': soundPage('/', { nav: linksTo('/news/a', '/shop/b') }),
    '/news/a': soundPage('/news/a', { topic: 'boats' }),
    '/shop/b': soundPage('/shop/b', { topic: 'bread' }),
    '/robots.txt': robotsTxt(robots),
  });
const issuesOf = ({ datasets }: Awaited<ReturnType<typeof auditUnder>>) =>
  datasets?.find(({ name }) => name === 'audit-issues')?.rows.map(({ issue }) => issue);

describe('ai_crawlers of audit_site', () => {
  it('says of every known agent whether robots.txt lets it read the site, a part of it, or nothing', async () => {
    const { data, datasets } = await auditUnder(
      'User-agent: *\nDisallow: /cart/\n\nUser-agent: PerplexityBot\nDisallow: /news/\n\nUser-agent: Claude-User\nUser-agent: GPTBot\nDisallow: /\n',
    );
    expect(data.ai_crawlers).toMatchObject({
      search: { Googlebot: 'allowed', Bingbot: 'allowed', PerplexityBot: 'partly' },
      user_fetch: { 'Claude-User': 'blocked', 'ChatGPT-User': 'allowed' },
      training: { GPTBot: 'blocked', CCBot: 'allowed' },
    });
    const rows = datasets?.find(({ name }) => name === 'ai-crawlers')?.rows ?? [];
    expect(rows.find(({ agent }) => agent === 'PerplexityBot')).toMatchObject({
      rule: 'Disallow: /news/',
      line: 5,
      pages_closed: 1,
      example_url: 'http://shop.example/news/a',
    });
    for (const { source } of rows) expect(source).toMatch(/^https:\/\//u);
  });

  it('finds fault where an agent that brings readers is kept out, and none where a training agent is', async () => {
    const training =
      'GPTBot ClaudeBot Google-Extended Applebot-Extended Meta-ExternalAgent Amazonbot CCBot Bytespider'
        .split(' ')
        .map((agent) => `User-agent: ${agent}\n`)
        .join('');
    const trained = await auditUnder(`User-agent: *\nDisallow:\n\n${training}Disallow: /\n`);
    expect(Object.values(trained.data.ai_crawlers.training)).toEqual(Array(8).fill('blocked'));
    expect(issuesOf(trained)).not.toContain('search_agents_blocked');
    const searched = await auditUnder('User-agent: *\nDisallow:\n\nUser-agent: bingbot\nDisallow: /\n');
    expect(issuesOf(searched)).toContain('search_agents_blocked');
  });

  it('reads no fault into a site without llms.txt', async () => {
    const answer = await auditUnder('User-agent: *\nDisallow:\n');
    expect(JSON.stringify(answer.data)).not.toMatch(/llms|readiness/u);
    expect(answer.requests.filter((path) => path.includes('llms'))).toEqual([]);
  });

  it('takes an agent that another one’s rules stand for by those', async () => {
    const { data } = await auditUnder('User-agent: Googlebot\nDisallow: /shop/\n');
    expect(data.ai_crawlers.search).toMatchObject({ Applebot: 'partly', Bingbot: 'allowed' });
  });

  it('says unknown where robots.txt gives no answer', async () => {
    const { data } = await auditOf({ '/': soundPage('/'), '/robots.txt': { status: 503 } });
    expect(new Set(Object.values(data.ai_crawlers.search))).toEqual(new Set(['unknown']));
  });

  it('reads what robots.txt signals about the use of the content, and calls no such line invalid', async () => {
    const answer = await auditUnder(
      'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nUser-agent: CCBot\nContent-Usage: train-ai=n\nDisallow: /\n',
    );
    expect(answer.data.content_signals).toEqual([
      { agents: ['*'], uses: { search: 'yes', 'ai-train': 'no' } },
      { agents: ['ccbot'], uses: { 'train-ai': 'n' } },
    ]);
    expect(issuesOf(answer)).not.toContain('robots_txt_invalid');
  });
});
