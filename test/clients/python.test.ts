import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInPython, itWithMypy, runMypy, runPython } from '#test/support/python.ts';
import { testService } from '#test/support/service/running-service.ts';

describeInPython('the Python client', () => {
  it('has types that hold together', async () => {
    const checked = `
import sys, typing, oriel.operations, oriel.types as types
for value in vars(types).values():
    if typing.is_typeddict(value) and sys.version_info >= (3, 11):
        typing.get_type_hints(value)
for name, method in vars(oriel.operations.Operations).items():
    if not name.startswith("_") and sys.version_info >= (3, 11):
        names = {"api_types": types, "Literal": typing.Literal, "Pages": oriel.Pages}
        typing.get_type_hints(method, vars(oriel.operations) | names)
`;
    expect(await runPython(['-W', 'error', '-c', checked])).toMatchObject({ passed: true, stderr: '' });
  });

  itWithMypy('has types that a strict checker accepts, in itself and in a caller', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-mypy-'));
    const caller = join(folder, 'caller.py');
    await writeFile(
      caller,
      `from oriel import Oriel

client = Oriel(api_key="or_test_x")
summary = client.inspect_domain("example.com")["data"]["summary"]
keywords: float | None = summary["organic_keywords"]
ids: list[str] = [row["id"] for row in client.list_usage()]
wrong: int = client.inspect_domain("example.com")["data"]["domain"]
`,
    );
    const { stdout } = await runMypy(['clients/python/src', caller], join(folder, 'cache'));
    await rm(folder, { recursive: true });
    expect(stdout).toContain('caller.py:7: error: Incompatible types in assignment');
    expect(stdout).toContain('Found 1 error');
  });

  describe('its quickstart', () => {
    const service = testService();

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
