import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dryRun, type StackFiles, stacksIn } from '#lib/dry-run.ts';
import { startCloudFormation } from '#test/support/aws/cloud-formation.ts';
import { synthesizedFolder } from './support/synthesize.ts';

const synthesis = synthesizedFolder({ context: { stage: 'dev' } });
const read = (file: string) => JSON.parse(readFileSync(join(synthesis, file), 'utf8'));

let aws: Awaited<ReturnType<typeof startCloudFormation>>;
let stacks: readonly StackFiles[];
const environment = { ...process.env };

beforeEach(async () => {
  aws = await startCloudFormation();
  Object.assign(process.env, aws.environment);
  stacks = await stacksIn(synthesis);
});
afterEach(async () => {
  await aws.stop();
  process.env = { ...environment };
});

async function run(folder = synthesis) {
  const said: string[] = [];
  const isSound = await dryRun({ folder, say: (line) => said.push(line), pauseMs: 1 });
  return { isSound, said };
}

/** As if the stage had been deployed from the same templates. */
function deploy(): void {
  for (const { name, template: file } of stacks) {
    const template = read(file);
    aws.stacks.set(name, { status: 'UPDATE_COMPLETE', outputs: {}, template });
    for (const output of Object.values<{ Export?: { Name: string } }>(template.Outputs ?? {}))
      if (output.Export) aws.exported.add(output.Export.Name);
  }
}

/** The same synthesis with one file of it changed. */
async function withChanged<Result>(
  file: string,
  // biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
  change: (template: any) => void,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-dry-run-'));
  const isJson = (path: string) => path === synthesis || path.endsWith('.json');
  cpSync(synthesis, folder, { recursive: true, filter: isJson });
  const template = read(file);
  change(template);
  writeFileSync(join(folder, file), JSON.stringify(template));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const named = (suffix: string) => stacks.find(({ name }) => name.endsWith(suffix)) as StackFiles;

describe('npm run deploy -- --dry-run', () => {
  it('has every template of a new stage read, tells what the first stacks make, and leaves nothing behind', async () => {
    const { isSound, said } = await run();
    expect({ isSound, failed: said.filter((line) => line.startsWith('FAILED')) }).toEqual({
      isSound: true,
      failed: [],
    });
    const templates = stacks.flatMap(({ files }) => files);
    expect(templates.length).toBeGreaterThan(20);
    expect(aws.asked.filter((action) => action === 'ValidateTemplate')).toHaveLength(templates.length);
    expect(said).toContainEqual(expect.stringMatching(/oriel-dev-data would add \d\d, change 0, remove 0/u));
    expect(said).toContainEqual(expect.stringMatching(/oriel-dev-edge would add \d/u));
    expect(said).toContainEqual(
      expect.stringContaining('oriel-dev-api: what it changes cannot be told before'),
    );
    expect([...aws.stacks.keys()]).toEqual(['CDKToolkit']);
    expect(aws.asked).not.toContain('ExecuteChangeSet');
  });

  it('tells that a deployed stage would not change', async () => {
    deploy();
    const { isSound, said } = await run();
    expect(isSound).toBe(true);
    expect(said.filter((line) => line.includes('would'))).toEqual(
      stacks.map(({ name }) => `       ${name} would add 0, change 0, remove 0 resources`),
    );
    expect(aws.stacks.size).toBe(stacks.length + 1);
  });

  it('tells what a change does in nested stacks too', async () => {
    deploy();
    const api = named('-api');
    aws.stacks.set(api.name, { status: 'UPDATE_COMPLETE', outputs: {}, template: { Resources: {} } });
    const { said } = await run();
    const own = Object.keys(read(api.template).Resources).length;
    const [line = ''] = said.filter((each) => each.includes(`${api.name} would add`));
    expect(Number(/add (?<count>\d+)/u.exec(line)?.groups?.count)).toBeGreaterThan(own);
  });

  it('fails for a nested template that refers to what it does not declare, and names the file', async () => {
    const file = named('-api').files.find(({ path }) => path.includes('tools'))?.path ?? '';
    const planted = (template: { Outputs: object }) =>
      Object.assign(template.Outputs, { planted: { Value: { Ref: 'nowhere' } } });
    const { isSound, said } = await withChanged(file, planted, run);
    expect(isSound).toBe(false);
    expect(said).toContainEqual(
      expect.stringMatching(new RegExp(`FAILED oriel-dev-api: ${file}: Template format error.*nowhere`, 'u')),
    );
  });

  it('fails for a change that loses what must survive', async () => {
    deploy();
    const data = named('-data');
    const { isSound, said } = await withChanged(
      data.template,
      ({ Resources }) => {
        for (const [id, { Type, Properties }] of Object.entries<{ Type: string; Properties: object }>(
          Resources,
        ))
          if (Type === 'AWS::DynamoDB::GlobalTable' && id.startsWith('ledger'))
            Object.assign(Properties, { TableName: 'another' });
      },
      run,
    );
    expect(isSound).toBe(false);
    expect(said).toContainEqual(
      expect.stringMatching(/FAILED oriel-dev-data: would lose ledger\w+ \(AWS::DynamoDB::GlobalTable\)/u),
    );
  });

  it('says what to do where the region has not been bootstrapped', async () => {
    aws.stacks.delete('CDKToolkit');
    const { isSound, said } = await run();
    expect(isSound).toBe(false);
    expect(said[0]).toContain('eu-west-1 is not bootstrapped');
  });
});
