import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Node } from 'constructs';
import * as v from 'valibot';

/** All in which one deployment of the service may differ from another. */
export interface Stage {
  /** Part of the name of all that the stage is made of. */
  readonly name: string;
  /** What the settings are where none is given. */
  readonly profile: 'trial' | 'production';
  /** Accepted calls a second, and the burst above it, for the whole API; protection, not accounting. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /** Units that one table reads and writes a second at most: what a fault can cost. Above it calls are refused as busy. */
  readonly tableReadUnits: number;
  readonly tableWriteUnits: number;
  readonly logLevel: 'DEBUG' | 'INFO';
  readonly logRetentionDays: 14 | 90;
  /** Whether tables, buckets and secrets refuse to be deleted with their stack. */
  readonly keepData: boolean;
  /** Whether functions that callers reach have an alias, by which new code comes in. */
  readonly gradualDeployment: boolean;
  /** `gradual`: it gets 10% of the calls for five minutes, and goes back when an alarm sounds. */
  readonly rollout: 'gradual' | 'at-once';
  /** Where alarms and budget warnings go. Without it they are only shown. */
  readonly alarmEmail: string | undefined;
  readonly monthlyBudgetUsd: number;
  /** Share of what a day's calls earn, from which on their upstream cost is an alarm. */
  readonly alarmingCostShare: number;
  /** The service's own address instead of the distribution's; its certificate is in us-east-1. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Region with a replica of the seeds that every key depends on. */
  readonly replicaRegion: string | undefined;
  /** A vault of another account, to which the tables are copied daily. */
  readonly backupVaultArn: string | undefined;
  /** Address that sign-in codes are sent from; its domain must be verified with SES. */
  readonly mailFrom: string | undefined;
  /** Counts the secrets that the distribution has proved itself with: one more is a new one. */
  readonly originSecret: number;
  /** Agents' clients that may not be led to a checkout; unset: the usual ones. */
  readonly noCheckoutClients: string | undefined;
  /** Whether this stage makes the SES identity of that domain; where several stages share one, a single stage does. */
  readonly makesMailDomain: boolean;
  /** Calls that each tool with an upstream source may run at once. Unset: the account's common pool. */
  readonly upstreamConcurrency: number | undefined;
  /** Audits that may run at once, taken from the account's pool so that they cannot use it up. 0: the common pool. */
  readonly auditConcurrency: number;
  /** Uploads that may be imported at once; others wait. 0: as many as the account's common pool allows. */
  readonly importConcurrency: number;
}

export const defaults = {
  trial: {
    profile: 'trial',
    requestsPerSecond: 50,
    requestBurst: 100,
    tableReadUnits: 12_000,
    tableWriteUnits: 4_000,
    logLevel: 'DEBUG',
    logRetentionDays: 14,
    keepData: false,
    gradualDeployment: false,
    monthlyBudgetUsd: 50,
    auditConcurrency: 0,
    importConcurrency: 0,
  },
  production: {
    profile: 'production',
    requestsPerSecond: 1000,
    requestBurst: 2000,
    tableReadUnits: 40_000,
    tableWriteUnits: 10_000,
    logLevel: 'INFO',
    logRetentionDays: 90,
    keepData: true,
    gradualDeployment: true,
    monthlyBudgetUsd: 2000,
    auditConcurrency: 20,
    importConcurrency: 10,
  },
} as const satisfies Record<Stage['profile'], Partial<Stage>>;

const text = v.pipe(v.string(), v.nonEmpty());
const positiveNumber = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(1));

const trueOrFalse = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])]),
  v.transform((value) => String(value) === 'true'),
);

const profileName = v.picklist(['trial', 'production']);
const wholeNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
);

const vaultArn = v.pipe(
  v.string(),
  v.regex(
    /^arn:aws:backup:[a-z]{2}(?:-[a-z]+)+-\d:\d{12}:backup-vault:[\w-]{2,50}$/u,
    'It is no vault of AWS Backup, such as arn:aws:backup:eu-north-1:111122223333:backup-vault:oriel.',
  ),
);

/** The settings as they may be given, with what the profile has where they are not. */
const settingsOf = (usual: (typeof defaults)[Stage['profile']]) =>
  v.strictObject({
    profile: v.optional(profileName),
    keepData: v.optional(trueOrFalse, usual.keepData),
    gradualDeployment: v.optional(trueOrFalse, usual.gradualDeployment),
    alarmEmail: v.optional(v.pipe(v.string(), v.email())),
    monthlyBudgetUsd: v.optional(positiveNumber, usual.monthlyBudgetUsd),
    // Below these the canary would be refused by its own stage.
    requestsPerSecond: v.optional(v.pipe(positiveNumber, v.minValue(10)), usual.requestsPerSecond),
    requestBurst: v.optional(v.pipe(positiveNumber, v.integer(), v.minValue(20)), usual.requestBurst),
    tableReadUnits: v.optional(v.pipe(wholeNumber, v.minValue(100)), usual.tableReadUnits),
    tableWriteUnits: v.optional(v.pipe(wholeNumber, v.minValue(100)), usual.tableWriteUnits),
    alarmingCostShare: v.optional(
      v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.gtValue(0)),
      1,
    ),
    domainName: v.optional(text),
    certificateArn: v.optional(v.pipe(v.string(), v.startsWith('arn:aws:acm:us-east-1:'))),
    replicaRegion: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/u, 'It is no region.'))),
    backupVaultArn: v.optional(vaultArn),
    mailFrom: v.optional(v.pipe(v.string(), v.email())),
    mailDomain: v.optional(v.picklist(['make', 'known']), 'known'),
    noCheckoutClients: v.optional(text),
    originSecret: v.optional(v.pipe(positiveNumber, v.integer()), 1),
    upstreamConcurrency: v.optional(positiveNumber),
    auditConcurrency: v.optional(wholeNumber, usual.auditConcurrency),
    importConcurrency: v.optional(wholeNumber, usual.importConcurrency),
    rollout: v.optional(v.picklist(['gradual', 'at-once']), 'gradual'),
  });

/** Names of functions, buckets and roles hold it, and the longest of them have 64 characters. */
const StageName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9]{1,11}$/u,
    'A stage has a name of 2 to 12 small letters and digits, with a letter first.',
  ),
);

export function metricNamespace({ name }: Stage): string {
  return `Oriel/${name}`;
}

/**
 * The stage that the context asks for (`-c stage=prod`; `dev` where it asks for none), with the settings that
 * the context keeps under its name (`"prod": { "alarmEmail": … }` in `cdk.json`)
 * and those that the command line gives instead (`-c alarmEmail=…`). Names are
 * as in `docs/deploying.md`. A wrong value stops the synthesis and is named.
 */
export function stageFromContext(node: Node): Stage {
  const name = parsedContext(v.optional(StageName, 'dev'), node.tryGetContext('stage'), 'stage');
  const kept: unknown = node.tryGetContext(name) ?? {};
  // Who forgets the profile of a stage called prod must not lose its data.
  const ordinary = name === 'prod' ? 'production' : 'trial';
  const names = Object.keys(settingsOf(defaults[ordinary]).entries);
  const given = names
    .map((key) => [key, node.tryGetContext(key)] as const)
    .filter(([, value]) => value !== undefined);
  const settings = { ...parsedContext(v.looseObject({}), kept, name), ...Object.fromEntries(given) };
  const { profile } = parsedContext(v.looseObject({ profile: v.optional(profileName, ordinary) }), settings);
  const usual = defaults[profile];
  const { domainName, certificateArn, mailDomain, ...rest } = parsedContext(settingsOf(usual), settings);
  if ((domainName === undefined) !== (certificateArn === undefined))
    throw new Error('Give domainName and certificateArn together: a domain needs its certificate.');
  return {
    ...usual,
    ...rest,
    name,
    profile,
    domain: domainName && certificateArn ? { name: domainName, certificateArn } : undefined,
    alarmEmail: rest.alarmEmail,
    replicaRegion: rest.replicaRegion,
    backupVaultArn: rest.backupVaultArn,
    mailFrom: rest.mailFrom,
    noCheckoutClients: rest.noCheckoutClients,
    makesMailDomain: rest.mailFrom !== undefined && mailDomain === 'make',
    upstreamConcurrency: rest.upstreamConcurrency,
  };
}

function parsedContext<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  name?: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`The context value "${v.getDotPath(issue) ?? name}" cannot be used: ${issue.message}`);
}

const launcher = fileURLToPath(new URL('../bin/launch.mjs', import.meta.url));

/** The stage that a command names, and all else as it was said; undefined, and said so with exit code 2, where it names none. */
export function parseStage(
  argv: readonly string[],
  usage: string,
): { readonly stage: string; readonly rest: readonly string[] } | undefined {
  const { stage, rest } = stageOf(argv);
  const parsed = v.safeParse(StageName, stage);
  if (parsed.success) return { stage: parsed.output, rest };
  const fault = stage === undefined ? '' : `${parsed.issues[0].message}\n`;
  process.stderr.write(`${fault}Usage: ${usage}\n`);
  process.exitCode = 2;
  return undefined;
}

/** Runs each of these calls of `cdk`, also behind one that failed; whether all went well, else the process ends with 1. */
export function runSteps(steps: readonly (readonly string[])[], ifStepFails?: string): boolean {
  const failed = steps.filter((step) => {
    const { status } = spawnSync(process.execPath, [launcher, 'cdk', ...step], { stdio: 'inherit' });
    if (status !== 0 && ifStepFails) process.stderr.write(`${ifStepFails}\n`);
    return status !== 0;
  });
  if (failed.length > 0) process.exitCode = 1;
  return failed.length === 0;
}

function stageOf(argv: readonly string[]): { stage: string | undefined; rest: readonly string[] } {
  const place = argv.indexOf('--stage');
  return place < 0
    ? { stage: undefined, rest: argv }
    : { stage: argv[place + 1], rest: argv.toSpliced(place, 2) };
}
