import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** The function as CloudFront would call it: the file defines `handler`. */
function edgeFunction(name: string): (event: unknown) => { [member: string]: unknown } {
  const source = readFileSync(new URL(`../../lib/edge/${name}.js`, import.meta.url), 'utf8');
  return runInNewContext(`${source}\nhandler;`);
}

describe('the distribution', () => {
  it('gives WWW-Authenticate its name back, and hides that it was ever renamed', () => {
    const response = {
      statusCode: 401,
      headers: { 'x-amzn-remapped-www-authenticate': { value: 'Bearer realm="oriel"' } },
    };
    expect(edgeFunction('viewer-response')({ response })).toEqual({
      statusCode: 401,
      headers: { 'www-authenticate': { value: 'Bearer realm="oriel"' } },
    });
  });

  it('leaves other answers as they are', () => {
    const response = { statusCode: 200, headers: { etag: { value: '"1"' } } };
    expect(edgeFunction('viewer-response')({ response })).toEqual({
      statusCode: 200,
      headers: { etag: { value: '"1"' } },
    });
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
