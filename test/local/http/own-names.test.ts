import { createOwnNames } from '#local/http/router.ts';

describe('a name this machine is called by', () => {
  const isOwn = createOwnNames('https://oriel.example');

  it.each([
    undefined,
    '127.0.0.1:4000',
    '[::1]:4000',
    '192.168.1.7:4000',
    'localhost:4000',
    'api.localhost',
    'oriel:4000',
    'desk.local:4000',
    'oriel.example',
    'ORIEL.example:443',
  ])('is its own: %s', (host) => {
    expect(isOwn(host)).toBe(true);
  });

  it.each([
    'evil.example:4000',
    'oriel.example.evil.example',
    'notoriel.example',
    '127.0.0.1.evil.example',
    'a b',
  ])('is not: %s', (host) => {
    expect(isOwn(host)).toBe(false);
  });
});
