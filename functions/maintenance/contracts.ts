import type { RoutedFunction, ScheduledFunction } from '#shared/contract/function-contract.ts';

/**
 * Every few minutes although each account's own calls sweep it on their way:
 * an account that calls no more gets its credits back as well.
 */
export const sweep = {
  name: 'sweep',
  summary: 'Gives back the credits of calls that died, and finishes grants that were cut off.',
  module: 'maintenance/sweep.ts',
  everyMinutes: 5,
  grants: {
    tables: {
      accounts: ['Scan', 'UpdateItem'],
      usage: ['GetItem', 'PutItem'],
      ledger: ['UpdateItem'],
    },
  },
  timeoutSeconds: 300,
} as const satisfies ScheduledFunction;

/**
 * Apart from the calls themselves, so that no call waits for a mail and no tool may read billing: the call that
 * takes a balance to a mark starts it for that account. The clock finds what no call told: refunds, a mail that failed.
 */
export const lowBalance = {
  name: 'low-balance',
  summary:
    'Writes to accounts whose balance has fallen to the mark they chose, and events of what calls found.',
  module: 'maintenance/low-balance.ts',
  everyMinutes: 15,
  grants: {
    tables: {
      accounts: ['Scan', 'GetItem'],
      billing: ['GetItem', 'UpdateItem'],
      ledger: ['Query'],
      identity: ['GetItem', 'Query', 'PutItem'],
    },
  },
  timeoutSeconds: 300,
  sendsMail: true,
} as const satisfies ScheduledFunction;

/**
 * Calls the service as its callers do, through distribution and firewall, so that a fault there is noticed at
 * night too. What it finds is kept for the status page, in the table of identities.
 */
export const canary = {
  name: 'canary',
  summary: 'Calls the service from outside and reports where it does not answer, or charge, as it should.',
  module: 'maintenance/canary/canary.ts',
  everyMinutes: 5,
  grants: { tables: { identity: ['PutItem'] }, secrets: ['canary'] },
  reportsSignals: true,
  timeoutSeconds: 180,
} as const satisfies ScheduledFunction;

/**
 * Every hour although there is something to do once a night: a run that failed
 * or ran out of its time is repeated by the next, and one without work costs
 * a few reads.
 */
export const exportUsage = {
  name: 'export-usage',
  summary: 'Writes the files of finance for every past day and month.',
  module: 'maintenance/finance.ts',
  everyMinutes: 60,
  grants: {
    tables: {
      accounts: ['Scan'],
      billing: ['UpdateItem'],
    },
    objects: ['usage:get', 'usage:put', 'usage:delete', 'usage:list'],
  },
  timeoutSeconds: 900,
  readsInShards: true,
} as const satisfies ScheduledFunction;

/**
 * Every hour although there is something to do once a day: a run that ran out of its time goes on with the
 * account where it stopped.
 */
export const packAnswers = {
  name: 'pack-answers',
  summary: 'Moves the answers of past days from the table into files, where they cost a tenth.',
  module: 'maintenance/pack-answers.ts',
  everyMinutes: 60,
  grants: {
    tables: { accounts: ['Scan', 'GetItem'], usage: ['GetItem', 'Query', 'PutItem'] },
    objects: ['answers:put', 'answers:delete'],
  },
  timeoutSeconds: 900,
} as const satisfies ScheduledFunction;

/** Reads what calls left in their usage records, so that no call waits for a count that all calls share. */
export const marginWatch = {
  name: 'margin-watch',
  summary: 'Tells the operator when a day of calls costs more upstream than it earns.',
  module: 'maintenance/finance.ts',
  everyMinutes: 60,
  grants: {
    tables: { accounts: ['Scan'] },
  },
  timeoutSeconds: 900,
  readsInShards: true,
  watchesMargin: true,
  reportsSignals: true,
} as const satisfies ScheduledFunction;

/**
 * Reads the calls of some accounts for a function that needs those of all, so
 * that a day takes as long as its largest part. It has a whole processor, and as
 * long as a function can have.
 */
export const usageShard = {
  name: 'usage-shard',
  module: 'maintenance/finance.ts',
  description: 'Counts, adds up, proves or writes the calls of some accounts, for exports and margins.',
  routes: [],
  grants: {
    tables: {
      accounts: ['GetItem'],
      ledger: ['Query'],
      usage: ['Query'],
      billing: ['GetItem', 'UpdateItem'],
    },
    objects: ['usage:get', 'usage:put'],
  },
  timeoutSeconds: 900,
  memoryMb: 1_792,
} as const satisfies RoutedFunction;

/** Says whether a deployment goes on, where new code comes in gradually: a tenth of few calls would prove nothing. */
export const checkDeployment = {
  name: 'check-deployment',
  module: 'maintenance/check-deployment.ts',
  description: 'Calls new code before its callers do, and walks their ways before and after.',
  routes: [],
  grants: { secrets: ['canary'] },
  timeoutSeconds: 180,
  checksDeployments: true,
} as const satisfies RoutedFunction;

/** Called by the secret store once a month for each of its secrets, step by step. */
export const rotateSecret = {
  name: 'rotate-secret',
  summary: 'Renews the keys of cursors, codes, sessions and agent tokens.',
  module: 'maintenance/secrets.ts',
  rotatesSecrets: ['service', 'signing'],
  grants: {},
  timeoutSeconds: 20,
} as const satisfies ScheduledFunction;

/** Says when a secret that people must renew has not been, or the rotation of the others has stopped. */
export const secretAges = {
  name: 'secret-ages',
  summary: 'Reports secrets that have not been renewed for too long.',
  module: 'maintenance/secrets.ts',
  everyMinutes: 24 * 60,
  seesSecrets: ['service', 'signing', 'upstream', 'stripe', 'google', 'crux', 'canary'],
  reportsSignals: true,
  grants: {},
  timeoutSeconds: 20,
} as const satisfies ScheduledFunction;
