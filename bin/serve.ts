import { type OneMachine, startOneMachine } from '#local/one-machine.ts';
import { readSettings } from '#local/settings.ts';
import { shiftProcessClock } from '#local/shift-clock.ts';
import { createTerminalLog } from '#local/terminal.ts';

/** Everything on one machine: `npm start`. */
async function serve(): Promise<void> {
  // A full disk or a closed pipe behind stdout loses lines of the log, and no calls.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const settings = readSettings(process.env);
  shiftProcessClock(settings.clockOffsetSeconds);
  const machine = await startOneMachine(
    { ...settings, clockOffsetSeconds: 0 },
    {
      step: (name, milliseconds) => say(`${name} (${Math.round(milliseconds)} ms)`),
      line: say,
      // Programs that read the log find JSON lines, people at a terminal find lines to read.
      ...(process.stdout.isTTY && { log: createTerminalLog((line) => process.stdout.write(`${line}\n`)) }),
    },
  );
  greet(machine);
  void machine.prepareDashboard?.();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    machine.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function say(text: string): void {
  process.stderr.write(`  ${text}\n`);
}

function greet({ ready, mailboxUrl }: OneMachine): void {
  process.stdout.write(`
Oriel is ready.

  Dashboard  ${ready.dashboard_url}
  Reference  ${ready.base_url}/docs
  MCP        ${ready.mcp_url}
  Mailbox    ${mailboxUrl ?? 'none'}
  Key        ${ready.api_key}

Try it with a real domain, or with trailpeak.example of the sample market:

  curl ${ready.base_url}/v1/tools/inspect_domain \\
    -H "Authorization: Bearer ${ready.api_key}" \\
    -H "Content-Type: application/json" \\
    -d '{"domain":"wikipedia.org"}'

Ctrl-C stops it; the data stays.
`);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
