import { readFile } from 'node:fs/promises';
import { describeInPython, runPython } from '#test/support/python.ts';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

describeInPython('the Python client', () => {
  it('has types that hold together', async () => {
    const checked = `
import sys, typing, oriel.operations, oriel.types as types
for value in vars(types).values():
    if typing.is_typeddict(value) and sys.version_info >= (3, 11):
        typing.get_type_hints(value)
for name, method in vars(oriel.operations.Operations).items():
    if not name.startswith("_") and sys.version_info >= (3, 11):
        names = {"types": types, "Literal": typing.Literal, "Pages": oriel.Pages}
        typing.get_type_hints(method, vars(oriel.operations) | names)
`;
    expect(await runPython(['-W', 'error', '-c', checked])).toMatchObject({ passed: true, stderr: '' });
  });

  describe('its quickstart', () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService();
    });
    afterAll(() => service.stop());

    it('is answered', async () => {
      const { key } = await service.openAccount(10);
      const readme = await readFile('clients/python/README.md', 'utf8');
      const code = /```python\n(?<code>[\s\S]*?)```/u.exec(readme)?.groups?.code ?? '';
      expect(await readFile('docs/clients.md', 'utf8')).toContain(code);
      const { stdout, stderr } = await runPython(
        ['-W', 'error', '-c', code.replace('https://api.oriel.example', service.baseUrl)],
        { ORIEL_API_KEY: key },
      );
      expect(stderr).toBe('');
      expect(stdout).toContain('organic_keywords');
      expect(stdout.match(/'keyword': /gu)?.length).toBeGreaterThan(100);
    });
  });
});
