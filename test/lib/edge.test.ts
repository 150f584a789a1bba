import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** The function as CloudFront would call it: the file defines `handler`. */
function edgeFunction(name: string): (event: unknown) => { [member: string]: unknown } {
  const source = readFileSync(new URL(`../../lib/edge/${name}.js`, import.meta.url), 'utf8');
  return runInNewContext(`${source}\nhandler;`);
}

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
    ['/billing', '/index.html'],
    ['/keys/new', '/index.html'],
    ['/assets/app-1a2b.js', '/assets/app-1a2b.js'],
    ['/favicon.svg', '/favicon.svg'],
  ])('answers %s with the dashboard file %s', (uri, file) => {
    expect(edgeFunction('dashboard-request')({ request: { uri } })).toEqual({ uri: file });
  });
});
