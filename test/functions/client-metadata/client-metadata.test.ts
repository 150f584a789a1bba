import { fetchDocument } from '#functions/client-metadata/actions.ts';
import { askForDocument, clientMetadataFunction } from '#functions/client-metadata/contract.ts';
import { oauthFunction } from '#functions/oauth/contract.ts';
import { startTestSite } from '#test/support/audit/test-site.ts';
import { duringTests } from '#test/support/during-tests.ts';

const host = 'agent.test';
const document = JSON.stringify({ client_id: `http://${host}/agent.json`, client_name: 'Ägent' });

describe('the document of a client', () => {
  const site = duringTests(() =>
    startTestSite({
      [host]: {
        '/agent.json': { headers: { 'content-type': 'application/json', etag: '"1"' }, body: document },
        '/large.json': { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(10_000) },
        '/moved.json': { status: 302, headers: { location: '/agent.json' }, body: '' },
      },
    }),
  );

  /** As the function answers and the authorization server reads it: over JSON. */
  const read = askForDocument(async (question) =>
    JSON.parse(JSON.stringify(await fetchDocument(site.fetcher, question))),
  );

  it('comes with its status, headers and bytes', async () => {
    const { status, headers, body } = await read(`http://${host}/agent.json`, 5_000);
    expect({ status, etag: headers.etag, text: new TextDecoder().decode(body) }).toEqual({
      status: 200,
      etag: '"1"',
      text: document,
    });
  });

  it('is not followed to another place', async () => {
    expect(await read(`http://${host}/moved.json`, 5_000)).toMatchObject({ status: 302 });
  });

  it.each([
    [`http://${host}/large.json`, 'too_large'],
    ['http://127.0.0.1/agent.json', 'unsafe_address'],
    ['http://169.254.169.254/latest/meta-data', 'unsafe_address'],
    ['file:///etc/passwd', 'invalid_url'],
  ])('is not read from %s: %s', async (url, reason) => {
    await expect(read(url, 5_000)).rejects.toThrow(reason);
  });
});

describe('the function that reads documents of clients', () => {
  it('holds no secret and reaches no table, while the one that calls it signs', () => {
    expect(clientMetadataFunction.grants).toEqual({});
    expect(oauthFunction.grants.secrets).toContain('signing');
  });
});
