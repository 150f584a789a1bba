import {
  generateServiceSecrets,
  keysNamed,
  openCrawlerSeeds,
  openServiceSecrets,
  rotateServiceSecret,
} from '#shared/platform/secrets/service-secrets.ts';

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

  it('keep finding the old keys after a rotation, and hash new ones with the new pepper', () => {
    const before = openServiceSecrets(JSON.stringify({ seed }));
    const after = openServiceSecrets(JSON.stringify({ seed, generation: 2 }));
    expect(after.peppers).toMatchObject(before.peppers);
    expect(after.current_pepper).toBe('v2');
    expect(after.peppers.v2).not.toBe(after.peppers.v1);
    expect(after.cursor_key).toBe(before.cursor_key);
  });

  it('are rotated so that either side of the step accepts what the other one signs, and no API key is lost', () => {
    let text = JSON.stringify({ seed, generation: 2 });
    for (let step = 0; step < 4; step += 1) {
      const [before, after] = [openServiceSecrets(text), openServiceSecrets(rotateServiceSecret(text))];
      for (const name of ['cursor_key', 'code_key'] as const) {
        expect(after[name]).not.toBe(before[name]);
        expect(keysNamed(name, after)).toContain(before[name]);
      }
      expect([after.peppers, after.current_pepper]).toEqual([before.peppers, before.current_pepper]);
      text = rotateServiceSecret(text);
      expect(keysNamed('cursor_key', before)).toContain(openServiceSecrets(text).cursor_key);
    }
  });

  it.each(['', '{}', 'null', '{"seed":"short-secret"}'])('refuse %j without quoting it', (text) => {
    expect(() => openServiceSecrets(text)).toThrow(/^The service secret is not in its expected form\.$/u);
  });

  it('give the crawler keys that no other purpose has, and keep the last one after a rotation', () => {
    const first = JSON.stringify({ seed });
    const [current, next] = openCrawlerSeeds(first);
    const [turned, former] = openCrawlerSeeds(rotateServiceSecret(first));
    expect([turned, former]).toEqual([next, current]);
    const { peppers, cursor_key, link_key, code_key } = openServiceSecrets(first);
    expect([...Object.values(peppers), cursor_key, link_key, code_key]).not.toContain(current);
  });

  it('give one machine a crawler key of its own, the same at every start', () => {
    const one = JSON.stringify(generateServiceSecrets());
    expect(openCrawlerSeeds(one)).toEqual(openCrawlerSeeds(one));
    expect(openCrawlerSeeds(one)).not.toEqual(openCrawlerSeeds(JSON.stringify(generateServiceSecrets())));
  });
});
