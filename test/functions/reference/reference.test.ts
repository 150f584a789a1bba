import { referenceFunction } from '#functions/reference/contract.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';
import { checkCatalog } from '#shared/site-audit/checks/catalog.ts';
import { explanationOf } from '#shared/site-audit/report/checks-reference.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { handlerWith, healthyHandler, read, unhealthy, well } from './read-reference.ts';

describe('GET /docs', () => {
  it('links a page for every tool, and no link of any page leads nowhere', async () => {
    const index = await read('/docs');
    expect(index.headers?.['content-type']).toBe('text/html; charset=utf-8');
    for (const { name } of toolCatalog) expect(index.body).toContain(`href="/docs/${name}"`);

    const linked = new Set<string>();
    for (const path of ['/docs', ...linksIn(index.body)])
      for (const link of linksIn((await read(path)).body)) linked.add(link);
    for (const path of linked) expect(await read(path)).toMatchObject({ statusCode: 200 });
  });

  it('describes each endpoint on the page that llms.txt names for it, none of them long', async () => {
    const lines = String((await read('/llms.txt')).body).split('\n');
    for (const { methods, path } of endpointCatalog) {
      const line = lines.find((each) => each.startsWith(`- [${methods.join('/')} ${path}](`)) ?? '';
      const { body } = await read(/\/docs\/\w+(?=\):)/u.exec(line)?.[0] ?? '');
      expect(body).toContain(`${methods.at(-1)} ${path}</code>`);
      expect(Buffer.byteLength(body)).toBeLessThan(150_000);
    }
  });

  it('explains every check of an audit at the anchor that answers and llms.txt point to', async () => {
    const { statusCode, body } = await read('/docs/checks');
    expect(statusCode).toBe(200);
    expect((await read('/llms.txt')).body).toContain('/docs/checks');
    expect(checkCatalog.length).toBeGreaterThan(100);
    for (const { id } of checkCatalog) {
      const [path, anchor] = explanationOf(id).split('#');
      expect(path).toBe('/docs/checks');
      expect(body).toContain(`<a id="${anchor}">`);
    }
  });

  it('lets only scripts of this origin run, none within the page, and no other site frame it', async () => {
    const { headers, body } = await read('/docs/inspect_domain');
    const policy = String(headers?.['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(scriptsIn(body)).toEqual(ownScripts);
    expect(body).not.toMatch(/<[^>]*\son\w+=/u);
  });

  it('shows each sample in three languages, the first chosen, and each by a radio button of its own', async () => {
    const { body } = await read('/docs/inspect_domain');
    const [samples] = body.match(/<fieldset class="samples">.*?<\/fieldset>/su) ?? [''];
    expect([...samples.matchAll(/<label for="[^"]+">([^<]+)</gu)].map(([, label]) => label)).toEqual([
      'curl',
      'TypeScript',
      'Python',
    ]);
    expect(samples.match(/ checked/gu)).toHaveLength(1);
  });

  it('gives no id twice on a page, so that each link leads to its section', async () => {
    for (const path of linksIn((await read('/docs')).body)) {
      const { body } = await read(path);
      const ids = [...body.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id ?? '');
      const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
      expect({ path, twice }).toEqual({ path, twice: [] });
      const targets = [...body.matchAll(/ href="#([^"]+)"/gu)].map(([, id]) => id ?? '');
      expect({ path, lost: targets.filter((id) => !ids.includes(id)) }).toEqual({ path, lost: [] });
    }
  });

  it("opens a tool's example in the Explorer, filled in", async () => {
    for (const { name, example } of toolCatalog) {
      const { body } = await read(`/docs/${name}`);
      const link = /<a class="run" href="(?<href>[^"]+)"/u.exec(body)?.groups?.href ?? '';
      const { pathname, searchParams } = new URL(link.replaceAll('&amp;', '&'));
      expect(pathname).toBe(`/explorer/${name}`);
      expect(JSON.parse(searchParams.get('args') ?? '')).toEqual(example);
    }
  });

  it('lists the sections of a page, and leads to the page before and after', async () => {
    const { body } = await read('/docs/datasets');
    const sections = /<nav class="contents".*?<\/nav>/su.exec(body)?.[0] ?? '';
    const targets = [...sections.matchAll(/href="#([^"]+)"/gu)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(2);
    for (const id of targets) expect(body).toContain(` id="${id}"`);
    const next = /rel="next" href="(?<path>[^"]+)"/u.exec(body)?.groups?.path ?? '';
    expect((await read(next)).body).toContain('rel="prev" href="/docs/datasets"');
  });

  it('folds the long answer of an example, and loses no line of it', async () => {
    const { body } = await read('/docs/inspect_domain');
    const folded =
      /<details class="long"><summary>Show the answer, (?<lines>\d+) lines<\/summary>(?<block>.*?)<\/details>/su;
    const { lines, block = '' } = folded.exec(body)?.groups ?? {};
    expect(
      block
        .replaceAll(/<[^>]*>/gu, '')
        .trim()
        .split('\n'),
    ).toHaveLength(Number(lines));
  });

  it('answers a browser at an unknown page with a page that leads on', async () => {
    const event = gatewayEvent({ method: 'GET', path: '/docs/nothing', headers: { Accept: 'text/html' } });
    const { statusCode, headers, body } = await healthyHandler(
      { ...event, pathParameters: { page: 'nothing' } },
      lambdaContext,
    );
    expect(statusCode).toBe(404);
    expect(headers?.['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('href="/docs"');
  });

  it.each(['/docs/no_such_page', '/docs/__proto__', '/docs/<script>'])(
    'answers %s with 404',
    async (path) => {
      const { statusCode, headers, body } = await read(path);
      expect(statusCode).toBe(404);
      expect(headers?.['content-type']).toBe('application/problem+json');
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found', status: 404 });
    },
  );
});

describe('GET /docs/search', () => {
  it('finds the section of a guide and the page of a tool, each with a link that leads to it', async () => {
    const found = await read('/docs/search?q=expired%20dataset');
    expect(found.statusCode).toBe(200);
    expect(found.body).toContain('href="/docs/datasets#who-may-read-them-and-for-how-long"');
    const { body } = await read('/docs/datasets');
    expect(body).toContain('<h2 id="who-may-read-them-and-for-how-long">');
    expect((await read('/docs/search?q=shared_keywords_margin')).body).toContain(
      'href="/docs/discover_competitors#data-of-the-answer"',
    );
  });

  it('leads nowhere that does not exist', async () => {
    const { body } = await read('/docs/search?q=the');
    const targets = [...body.matchAll(/<li><a href="(?<path>\/docs[^"#]*)#(?<anchor>[^"]+)"/gu)];
    expect(targets.length).toBeGreaterThan(3);
    for (const { groups } of targets)
      expect((await read(groups?.path ?? '')).body).toContain(`id="${groups?.anchor}"`);
  });

  it('shows what was searched for as text, and says so where nothing is found', async () => {
    const { body, headers } = await read(`/docs/search?q=${encodeURIComponent('"><script>zqx</script>')}`);
    expect(scriptsIn(body)).toEqual(ownScripts);
    expect(body).toContain('&lt;script&gt;');
    expect(body).toContain('Nothing is found');
    expect(headers?.['content-security-policy']).toContain("form-action 'self'");
    expect((await read('/docs/search')).body).toContain('Nothing is found');
  });
});

describe('GET /docs/{guide}', () => {
  it.each(['datasets', 'imports', 'clients', 'agents', 'audit'])(
    'serves the guide %s, with a place in the list',
    async (name) => {
      const { statusCode, body } = await read(`/docs/${name}`);
      expect(statusCode).toBe(200);
      expect(body).toContain(`href="/docs/${name}" aria-current="page"`);
      expect(body.length).toBeGreaterThan(5_000);
      expect(body).not.toMatch(/href="[^"]*\.md/u);
    },
  );
});

describe('GET /docs/exchanges', () => {
  it('serves the recorded exchanges, at the address of this service', async () => {
    const handler = handlerWith({ accounts: well, index: well }, { baseUrl: 'https://here.example' });
    const { statusCode, body } = await read('/docs/exchanges', handler);
    expect(statusCode).toBe(200);
    expect(body.match(/Can repeating this charge again\?/gu)?.length).toBeGreaterThan(20);
    expect(body).toContain('https://here.example/docs/errors');
    expect((await read('/docs/clients', handler)).body).toContain('https://here.example');
    expect(body).not.toContain('api.oriel.example');
    const requests = [
      ...toolCatalog.map((tool) => `POST ${toolPath(tool)}`),
      ...endpointCatalog.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
    ];
    for (const request of requests) expect(body).toContain(`<code>${request}</code>`);
  });
});

describe('GET /openapi.json and /llms.txt', () => {
  it('describes every tool, and may be cached for five minutes', async () => {
    const { headers, body } = await read('/openapi.json');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'x-request-id': expect.stringMatching(/^req_/u),
    });
    const { openapi, paths } = JSON.parse(body);
    expect(openapi).toMatch(/^3\.1\./u);
    for (const tool of toolCatalog) expect(paths[toolPath(tool)]?.post).toBeDefined();

    const guide = await read('/llms.txt');
    expect(guide.headers?.['content-type']).toBe('text/plain; charset=utf-8');
    for (const { name } of toolCatalog) expect(guide.body).toContain(name);
  });
});

describe('GET /healthz', () => {
  it('is 200 while every dependency answers, and is never cached', async () => {
    const { statusCode, headers, body } = await read('/healthz');
    expect(statusCode).toBe(200);
    expect(headers?.['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({ status: 'ok', checks: { accounts: 'ok', index: 'ok' } });
  });

  it('is 503 and names the dependency that fails, but not why', async () => {
    const { statusCode, body } = await read('/healthz', handlerWith({ accounts: well, index: unhealthy }));
    expect(statusCode).toBe(503);
    expect(JSON.parse(body)).toEqual({
      status: 'unavailable',
      checks: { accounts: 'ok', index: 'unavailable' },
    });
  });
});

describe('the routes of the reference', () => {
  it('are all answered', async () => {
    for (const { path } of referenceFunction.routes)
      expect(await read(path.replace('{page}', 'errors'))).toMatchObject({ statusCode: 200 });
  });
});

/** What every page of the documentation loads: the chosen scheme, and what helps to read. */
const ownScripts = ['<script src="/color-scheme.js">', '<script src="/docs.js" type="module">'];

const scriptsIn = (html: string) => html.match(/<script[^>]*>/gu) ?? [];

/** Every link but those to other sites, within the page, and to what the distribution serves. */
function linksIn(html: string): string[] {
  const links = [...html.matchAll(/href="(?<path>[^"#]*)/gu)].map(({ groups }) => groups?.path ?? '');
  return links.filter(
    (path) => !['', '/', '/explorer', '/favicon.svg'].includes(path) && !path.startsWith('https://'),
  );
}
