import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  dashboardDocument,
  dashboardSection,
  dashboardPages as pagesOfDashboard,
} from '#shared/contract/dashboard-pages.ts';

/** The function as CloudFront would call it: the file defines `handler`. */
function edgeFunction(name: string, data = ''): (event: unknown) => { [member: string]: unknown } {
  const source = readFileSync(new URL(`../../lib/edge/${name}.js`, import.meta.url), 'utf8');
  return runInNewContext(`${data}${source}\nhandler;`);
}

/** As the distribution has it: the text of the stack. */
const dashboardPages = edgeFunction(
  'dashboard-pages',
  `const pages = ${JSON.stringify(pagesOfDashboard)};\n`,
);

/** Calls the function for answers of the API as Lambda@Edge would. */
async function originResponse(status: number, headers: object): Promise<unknown> {
  const source = readFileSync(new URL('../../lib/edge/origin-response.cjs', import.meta.url), 'utf8');
  const exported: { handler?: (event: object) => Promise<unknown> } = {};
  runInNewContext(source, { exports: exported });
  return exported.handler?.({ Records: [{ cf: { response: { status: String(status), headers } } }] });
}

describe('the distribution', () => {
  it.each([401, 403])(
    'gives WWW-Authenticate its name back on a %i, and hides that it was renamed',
    async (status) => {
      const remapped = [{ key: 'x-amzn-Remapped-WWW-Authenticate', value: 'Bearer realm="oriel"' }];
      expect(await originResponse(status, { 'x-amzn-remapped-www-authenticate': remapped })).toEqual({
        status: String(status),
        headers: { 'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer realm="oriel"' }] },
      });
    },
  );

  it('leaves other answers as they are', async () => {
    const headers = { etag: [{ key: 'ETag', value: '"1"' }] };
    expect(await originResponse(200, headers)).toEqual({ status: '200', headers });
  });

  it("writes the caller's address over whatever the caller claims", () => {
    const event = {
      viewer: { ip: '198.51.100.7' },
      request: { headers: { 'x-viewer-address': { value: '203.0.113.1' } } },
    };
    expect(edgeFunction('viewer-request')(event)).toEqual({
      headers: { 'x-viewer-address': { value: '198.51.100.7' } },
    });
  });

  it.each([
    ['/', '/index.html'],
    ['/billing', '/billing.html'],
    ['/billing/order_1', '/billing.html'],
    ['/explorer/inspect_domain/req_1/', '/explorer.html'],
    ['/nowhere', '/404.html'],
    ['/keys/new', '/404.html'],
    ['/constructor', '/404.html'],
    ['/assets/app-1a2b.js', '/assets/app-1a2b.js'],
    ['/favicon.svg', '/favicon.svg'],
  ])('answers %s with the dashboard file %s', (uri, file) => {
    expect(dashboardPages({ request: { uri } })).toEqual({ uri: file });
  });

  it.each(['/nowhere', '/404.html'])('answers %s with 404, and pages with 200', (uri) => {
    const answered = (asked: string) =>
      dashboardPages({ request: { uri: asked }, response: { statusCode: 200 } });
    expect(answered(uri)).toEqual({ statusCode: 404 });
    for (const known of ['/', '/index.html', '/billing', '/billing.html', '/assets/app-1a2b.js'])
      expect([known, answered(known)]).toEqual([known, { statusCode: 200 }]);
  });

  it('opens the page of a site again, whose address ends as a file does', () => {
    expect(dashboardPages({ request: { uri: '/sites/511tactical.com' } })).toEqual({ uri: '/sites.html' });
    const response = { statusCode: 200 };
    expect(dashboardPages({ request: { uri: '/sites/511tactical.com' }, response })).toEqual({
      statusCode: 200,
    });
  });

  it('knows the same pages as one machine', () => {
    const part = fc.oneof(
      fc.constantFrom(...Object.keys(pagesOfDashboard), 'nowhere', '', '511tactical.com', 'app.js'),
      fc.stringMatching(/^[\w-]{0,8}$/u),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const uri = `/${parts.join('/')}`;
        const section = dashboardSection(uri);
        const isFile = section === undefined && parts.at(-1)?.includes('.') === true;
        expect(dashboardPages({ request: { uri } })).toEqual({
          uri: isFile ? uri : dashboardDocument(section),
        });
      }),
    );
  });
});
