import { generateServiceSecrets, openServiceSecrets } from '#shared/secrets.ts';

const seed = 'a'.repeat(64);

describe("the service's secrets", () => {
  it('are read as they were written out', () => {
    const secrets = generateServiceSecrets();
    expect(openServiceSecrets(JSON.stringify(secrets))).toEqual(secrets);
  });

  it('come from a seed alone, each different, and always the same', () => {
    const secrets = openServiceSecrets(JSON.stringify({ seed }));
    const values = [
      ...Object.values(secrets.peppers),
      secrets.cursor_key,
      secrets.link_key,
      secrets.code_key,
    ];
    expect(new Set(values).size).toBe(4);
    expect(openServiceSecrets(JSON.stringify({ seed }))).toEqual(secrets);
    expect(openServiceSecrets(JSON.stringify({ seed: 'b'.repeat(64) }))).not.toEqual(secrets);
  });

  it('keep finding the old keys after a rotation, and hash new ones anew', () => {
    const before = openServiceSecrets(JSON.stringify({ seed }));
    const after = openServiceSecrets(JSON.stringify({ seed, generation: 2 }));
    expect(after.peppers).toMatchObject(before.peppers);
    expect(after.current_pepper).toBe('v2');
    expect(after.peppers.v2).not.toBe(after.peppers.v1);
    expect(after.cursor_key).toBe(before.cursor_key);
  });

  it.each(['', '{}', 'null', '{"seed":"short-secret"}'])('refuse %j without quoting it', (text) => {
    expect(() => openServiceSecrets(text)).toThrow(/^The service secret is not in its expected form\.$/u);
  });
});
