import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testService } from '#test/support/service/running-service.ts';

const run = promisify(execFile);
const source = 'clients/typescript';

/** What a caller's compiler must take, and two mistakes that it must find. */
const typedCaller = `
import { Oriel, type InspectDomainData } from '@oriel/client';
import { OrielError, RunBudgetExceededError } from '@oriel/client/errors';

const oriel = new Oriel({ apiKey: '', baseUrl: 'https://api.oriel.example' });
const { data, facts } = await oriel.inspectDomain({ domain: 'a.example' });
const kept: InspectDomainData = data;
export const keywords: number | null = kept.summary.organic_keywords;
export const positions: (number | null)[] = facts.flatMap((fact) => (fact.type === 'ranks_for' ? [fact.position] : []));
for await (const { request_id } of oriel.listUsage({ limit: 2 })) request_id.slice(4);
// @ts-expect-error There is no such field.
await oriel.inspectDomain({ domain: 'a.example', nonsense: 1 });
// @ts-expect-error A field is missing.
await oriel.inspectDomain({});
export const spent = (error: unknown) => (error instanceof RunBudgetExceededError ? error.creditsRequired : undefined);
export const fault = (error: unknown) => (error instanceof OrielError ? error.pointer : undefined);
`;

describe('the package of the TypeScript client', () => {
  let folder: string;
  let installed: string;
  const service = testService();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-client-'));
    installed = join(folder, 'node_modules/@oriel/client');
    await mkdir(installed, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
    const file = stdout.trim().split('\n').at(-1) ?? '';
    await run('tar', ['-xzf', join(folder, file), '-C', installed, '--strip-components', '1']);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has no dependencies, and types for all that it exports', async () => {
    const description = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(description).not.toHaveProperty('dependencies');
    for (const { types, default: code } of Object.values<Record<string, string>>(description.exports)) {
      expect(await readFile(join(installed, types ?? ''), 'utf8')).toContain('export');
      expect(await readFile(join(installed, code ?? ''), 'utf8')).not.toMatch(/from '\.[^']*\.ts'/u);
    }
  });

  it('is typed for a caller who checks everything, its types included', async () => {
    await writeFile(join(folder, 'caller.mts'), typedCaller);
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: [] },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['caller.mts'] }),
    );
    const { stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
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
