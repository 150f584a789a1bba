import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

const run = promisify(execFile);
const source = 'clients/typescript';

describe('the package of the TypeScript client', () => {
  let service: RunningService;
  let folder: string;
  let installed: string;
  beforeAll(async () => {
    service = await startService();
    folder = await mkdtemp(join(tmpdir(), 'oriel-client-'));
    installed = join(folder, 'node_modules/@oriel/client');
    await mkdir(installed, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
    const file = stdout.trim().split('\n').at(-1) ?? '';
    await run('tar', ['-xzf', join(folder, file), '-C', installed, '--strip-components', '1']);
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('has no dependencies, and types for all that it exports', async () => {
    const description = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(description).not.toHaveProperty('dependencies');
    for (const { types, default: code } of Object.values<Record<string, string>>(description.exports)) {
      expect(await readFile(join(installed, types ?? ''), 'utf8')).toContain('export');
      expect(await readFile(join(installed, code ?? ''), 'utf8')).not.toMatch(/from '\.[^']*\.ts'/u);
    }
  });

  it('answers the quickstart of its README and of the guide', async () => {
    const { key } = await service.openAccount(10);
    const readme = await readFile(`${source}/README.md`, 'utf8');
    const code = /```ts\n(?<code>[\s\S]*?)```/u.exec(readme)?.groups?.code ?? '';
    expect(await readFile('docs/clients.md', 'utf8')).toContain(code);
    const file = join(folder, 'quickstart.mts');
    await writeFile(file, code.replace('https://api.oriel.example', service.baseUrl));
    const { stdout, stderr } = await run(process.execPath, [file], {
      env: { PATH: process.env.PATH, ORIEL_API_KEY: key },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('organic_keywords');
    expect(stdout.match(/keyword: '/gu)?.length).toBeGreaterThan(100);
  });
});
