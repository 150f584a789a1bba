import { notRouted } from '#functions/unmatched/actions.ts';

const routes = [
  { method: 'GET', path: '/v1/me/api-credentials' },
  { method: 'POST', path: '/v1/me/api-credentials' },
  { method: 'POST', path: '/v1/me/api-credentials/{credential_id}/revoke' },
];

describe('a request that no route takes', () => {
  it('is 405 with the methods that the path does take', () => {
    const error = notRouted(routes, {
      resource: '/v1/me/api-credentials/{credential_id}/revoke',
      path: '/v1/me/api-credentials/cred_1/revoke',
    });
    expect(error).toMatchObject({ code: 'method_not_allowed', headers: { allow: 'POST' } });
    expect(notRouted(routes, { resource: '/v1/me/api-credentials', path: '' }).headers).toEqual({
      allow: 'GET, POST',
    });
  });

  it('is 404 where there is no such path, and quotes no more than 100 characters of it', () => {
    const error = notRouted(routes, { resource: '/{proxy+}', path: `/${'x'.repeat(500)}` });
    expect(error.code).toBe('not_found');
    expect(error.message.length).toBeLessThan(200);
  });
});
