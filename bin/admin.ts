import { parseArgs } from 'node:util';
import { adminCommands, commandFlags } from '#local/admin/commands.ts';
import { openOperations } from '#local/admin/open-operations.ts';
import type { CommandContext } from '#local/admin/read-options.ts';
import { printJson, runCommand } from '#local/terminal.ts';
import { snakeCased } from '#shared/platform/casing.ts';

/** The operator's command: `npm run admin -- account create --email …`. JSON on stdout, sentences on stderr. */
async function admin(args: string[]): Promise<void> {
  const { values, positionals, tokens } = parseArgs({
    args,
    tokens: true,
    allowPositionals: true,
    strict: true,
    options: { ...commandFlags, help: { type: 'boolean', short: 'h' }, stage: { type: 'string' } },
  });
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = named.find((name, place) => named.indexOf(name) < place);
  if (twice)
    throw new Error(`--${twice} is given more than once. Give it once; call again for another value.`);
  const found = adminCommands.find(
    ({ words, namesOne }) =>
      words.every((word, index) => positionals[index] === word) &&
      positionals.length === words.length + (namesOne ? 1 : 0),
  );
  if (!found || values.help) {
    process.stderr.write(usage());
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const operations = await openOperations(values.stage, process.env);
  try {
    const context: CommandContext = { options: values, operations, named: positionals.at(-1) ?? '' };
    printJson(snakeCased(await found.run(context)));
  } finally {
    await operations.close();
  }
}

function usage(): string {
  const lines = adminCommands.map(({ words, options, summary }) => {
    const command = `  ${words.join(' ')} ${options}`.trimEnd();
    return `${command}\n      ${summary}`;
  });
  return `npm run admin -- COMMAND\n\n${lines.join('\n')}\n\nWithout --stage it works on the data folder of this machine (DATA_DIR), whether or not the server runs.\n`;
}

runCommand(admin);
