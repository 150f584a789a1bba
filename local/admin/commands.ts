import * as v from 'valibot';
import { toolNames } from '#functions/tools/catalog.ts';
import { requestId } from '#functions/usage/contracts.ts';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import { tableList } from '#shared/platform/dynamo/tables.ts';
import { type AdminCommand, account, accountId, positive, read, wholeNumber } from './read-options.ts';
import { reviewerCommands, textCommands } from './texts.ts';

const feature = v.picklist(['backlinks']);
const rates = v.pipe(
  v.string(),
  v.regex(/^\d+,\d+,\d+$/u, 'Expected MINUTE,HOUR,DAY such as 60,1000,10000.'),
  v.transform((text) => text.split(',').map(Number)),
  v.tuple([
    v.pipe(v.number(), v.minValue(1)),
    v.pipe(v.number(), v.minValue(1)),
    v.pipe(v.number(), v.minValue(1)),
  ]),
  v.transform(([minute, hour, day]) => ({ minute, hour, day })),
);
const moment = v.pipe(
  v.string(),
  v.check(
    (text) => Date.parse(text) > Date.now(),
    'Expected a moment in the future such as 2027-01-31T00:00:00Z.',
  ),
  v.transform((text) => new Date(text).toISOString()),
);
const toolList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((name) => name.trim())),
  v.array(v.picklist(toolNames)),
);

/** Every command of the operator, in the order in which the usage text lists them. */
export const adminCommands: readonly AdminCommand[] = [
  {
    words: ['account', 'create'],
    options: '--email … [--credits N] [--enable backlinks] [--rates MINUTE,HOUR,DAY] [--concurrency N]',
    summary: 'Opens an account with a first key and prints both. The key is shown here only.',
    run: ({ options, operations }) => {
      const order = read(options, {
        email: emailAddress,
        credits: v.optional(v.pipe(wholeNumber, v.minValue(0)), '0'),
        enable: v.optional(feature),
        rates: v.optional(rates),
        concurrency: v.optional(positive),
      });
      return operations.operator.createAccount({
        email: order.email,
        credits: order.credits,
        features: order.enable === undefined ? [] : [order.enable],
        rateLimits: order.rates,
        maxConcurrentCalls: order.concurrency,
      });
    },
  },
  {
    words: ['account', 'list'],
    options: '',
    summary: 'Every account with its balance and settings.',
    run: ({ operations }) => operations.operator.list(),
  },
  {
    words: ['account', 'show'],
    options: '--account …',
    summary: 'One account.',
    run: ({ options, operations }) => operations.operator.show(read(options, account).account),
  },
  {
    words: ['account', 'hand-over'],
    options: '--account … --email …',
    summary:
      'Gives the account to one of its people who has accepted an invitation. Its owner becomes a member of it.',
    run: ({ options, operations }) => {
      const order = read(options, { ...account, email: emailAddress });
      return operations.operator.handOver(order.account, order.email);
    },
  },
  {
    words: ['grant'],
    options: '--account … --credits=N [--reference …]',
    summary:
      'Gives credits, or takes them back: --credits=-500. A reference is applied once, however often it is sent.',
    run: ({ options, operations }) => {
      const order = read(options, {
        ...account,
        credits: v.pipe(wholeNumber, v.notValue(0, 'must not be 0.')),
        reference: v.optional(v.pipe(v.string(), v.maxLength(200))),
      });
      return operations.operator.grant(order.account, order.credits, order.reference);
    },
  },
  {
    words: ['suspend'],
    options: '--account …',
    summary: 'Refuses every call of the account from the next one on.',
    run: ({ options, operations }) =>
      operations.operator.setStatus(read(options, account).account, 'suspended'),
  },
  {
    words: ['resume'],
    options: '--account …',
    summary: 'Lets a suspended account call again.',
    run: ({ options, operations }) => operations.operator.setStatus(read(options, account).account, 'active'),
  },
  {
    words: ['rates'],
    options: '--account … --rates MINUTE,HOUR,DAY',
    summary: 'Sets how many calls the account may make a minute, an hour and a day.',
    run: ({ options, operations }) => {
      const order = read(options, { ...account, rates });
      return operations.operator.setRates(order.account, order.rates);
    },
  },
  {
    words: ['concurrency'],
    options: '--account … --concurrency N',
    summary: 'Sets how many paid calls the account may have running at once.',
    run: ({ options, operations }) => {
      const order = read(options, { ...account, concurrency: positive });
      return operations.operator.setConcurrency(order.account, order.concurrency);
    },
  },
  {
    words: ['feature'],
    options: '--account … [--enable backlinks] [--disable backlinks]',
    summary: 'Enables or disables a feature.',
    run: async ({ options, operations }) => {
      const order = read(options, {
        ...account,
        enable: v.optional(feature),
        disable: v.optional(feature),
      });
      if (order.enable) await operations.operator.setFeature(order.account, order.enable, true);
      if (order.disable) await operations.operator.setFeature(order.account, order.disable, false);
      return operations.operator.show(order.account);
    },
  },
  {
    words: ['key', 'create'],
    options:
      '--account … [--test] [--name …] [--expires …] [--spend-limit N] [--tools a,b] [--rates MINUTE,HOUR,DAY]',
    summary: 'A new key, shown here only.',
    run: ({ options, operations }) => {
      const order = read(options, {
        ...account,
        name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(120)), 'Made by the operator'),
        test: v.optional(v.boolean(), false),
        expires: v.optional(moment),
        'spend-limit': v.optional(v.pipe(wholeNumber, v.minValue(0))),
        tools: v.optional(toolList),
        rates: v.optional(rates),
      });
      return operations.operator.createKey({
        accountId: order.account,
        name: order.name,
        expiresAt: order.expires,
        isTest: order.test,
        limits: { spendLimit: order['spend-limit'], allowedTools: order.tools, rateLimits: order.rates },
      });
    },
  },
  {
    words: ['key', 'revoke'],
    options: '--account … --id cred_…',
    summary: 'Ends a key from the next call on.',
    run: ({ options, operations }) => {
      const order = read(options, { ...account, id: v.pipe(v.string(), v.startsWith('cred_')) });
      return operations.operator.revokeKey(order.account, order.id);
    },
  },
  {
    words: ['call', 'show'],
    namesOne: true,
    options: 'req_… [--account …]',
    summary:
      'Who made a call, how it ended and what it was charged. Without --account every account is searched.',
    run: ({ options, operations, named }) => {
      const order = read(
        { ...options, id: named },
        {
          id: v.pipe(v.string(), v.regex(requestId, 'looks like req_01k….')),
          account: v.optional(accountId),
        },
      );
      return operations.operator.showCall(order.id, order.account);
    },
  },
  ...reviewerCommands,
  ...textCommands,
  {
    words: ['session', 'create'],
    options: '--account …',
    summary: 'A session token for tests, on one machine only. It lives ten minutes.',
    run: ({ options, operations }) => operations.createSession(read(options, account).account),
  },
  {
    words: ['signing', 'rotate'],
    options: '',
    summary:
      'Rotates the signing keys, from the next start on; on one machine only. At most once in 8 hours.',
    run: ({ operations }) => operations.rotateSigningKeys(),
  },
  {
    words: ['sync'],
    options: '--account … --site shop.example',
    summary: 'Fetches everything that Search Console has of a connected site; on one machine only.',
    run: ({ options, operations }) => {
      const order = read(options, { ...account, site: v.pipe(v.string(), v.minLength(1)) });
      return operations.syncSite(order.account, order.site);
    },
  },
  {
    words: ['sweep'],
    options: '',
    summary: 'Finishes calls and grants that died half-way; runs by itself every few minutes.',
    run: ({ operations }) => operations.sweep(),
  },
  {
    words: ['reconcile'],
    options: '[--account …]',
    summary:
      'Proves for one account or all that every credit is accounted for. Ends with status 1 where one is not.',
    run: async ({ options, operations }) => {
      const { account: only } = read(options, { account: v.optional(accountId) });
      const report = await operations.reconcile(only);
      if (!report.proven) process.exitCode = 1;
      return report;
    },
  },
  {
    words: ['migrate'],
    options: '[--dry-run] [--only ID [--from …]]',
    summary:
      'Brings stored items to the newest shape, while the service serves. Can be stopped and run again. Ends with status 1 where items were too busy.',
    run: async ({ options, operations }) => {
      const order = read(options, {
        'dry-run': v.optional(v.boolean(), false),
        only: v.optional(v.string()),
        from: v.optional(v.string()),
      });
      const reports = await operations.migrate({
        isDryRun: order['dry-run'],
        only: order.only,
        position: order.from,
      });
      if (reports.some(({ busy }) => busy > 0)) process.exitCode = 1;
      return reports;
    },
  },
  {
    words: ['restore'],
    options: '--table usage --from oriel-prod-usage-restored [--replace] [--dry-run]',
    summary:
      'Copies a restored table back into its own: adds what is missing, and overwrites only with --replace.',
    run: async ({ options, operations }) => {
      const order = read(options, {
        table: v.picklist(tableList.map(({ name }) => name)),
        from: v.pipe(v.string(), v.minLength(3)),
        replace: v.optional(v.boolean(), false),
        'dry-run': v.optional(v.boolean(), false),
      });
      const { table, from, replace: replaces } = order;
      const counts = await operations.restore({ table, from, replaces, isDryRun: order['dry-run'] });
      return { table, from, dry_run: order['dry-run'], replaced: replaces, ...counts };
    },
  },
  {
    words: ['upstream', 'check'],
    options: '',
    summary:
      'Whether the live provider answers, what is left on its account, its prices, and the state of the gate.',
    run: async ({ operations }) => {
      const check = await operations.checkUpstream();
      if (check.configured && !check.reachable) process.exitCode = 1;
      return check;
    },
  },
  {
    words: ['margin'],
    options: '[--month 2026-11 | --day 2026-11-20]',
    summary:
      'What each tool earned and what it cost upstream, the largest loss first; --day for comparison with the bill of the provider.',
    run: ({ options, operations }) => {
      const { month, day } = read(options, { month: v.optional(v.string()), day: v.optional(v.string()) });
      return operations.margin(day ?? month);
    },
  },
];

/** The flags that the commands name in `options`, as `parseArgs` takes them: one that no value follows is a switch. */
export const commandFlags = Object.fromEntries(
  adminCommands
    .flatMap(({ options }) => [...options.matchAll(/--(?<flag>[a-z-]+)(?<value>[ =][^\s\]]+)?/gu)])
    .map(({ groups }) => [
      groups?.flag ?? '',
      { type: groups?.value ? ('string' as const) : ('boolean' as const) },
    ]),
);
