import { createTerminalLog } from '#local/terminal.ts';

function written(log: (logger: ReturnType<typeof createTerminalLog>) => void): string[] {
  const lines: string[] = [];
  log(createTerminalLog((line) => lines.push(line)));
  return lines;
}

describe('the log at a terminal', () => {
  it('is a line for each call, with its time and what is known of it', () => {
    const facts = { request_id: 'req_1', endpoint: '/v1/me/credits', tool: null, ms: 12 };
    const [line = '', ...more] = written((log) => log.info('call answered', facts));
    expect(more).toEqual([]);
    expect(line).toMatch(
      /^\d\d:\d\d:\d\d {2}call answered {2}\/v1\/me\/credits {2}request_id=req_1 {2}ms=12$/u,
    );
  });

  it('says nothing of regular work that found nothing to do', () => {
    expect(written((log) => log.info('swept', { accounts: 0, charged: 0 }))).toEqual([]);
    expect(written((log) => log.info('swept', { accounts: 1, charged: 0 }))).toHaveLength(1);
    expect(written((log) => log.info('started', {}))).toHaveLength(1);
  });

  it('shows where an error was raised', () => {
    const [line = ''] = written((log) => log.error('import failed', { cause: new Error('disk full') }));
    expect(line).toContain('Error: import failed');
    expect(line).toContain('disk full');
    expect(line).toContain('terminal-log.test.ts');
  });

  it('shows no key and no address', () => {
    const key = `or_${'a'.repeat(43)}`;
    const [line = ''] = written((log) =>
      log.warn('odd', { said: `${key} of maya@northwind.example`, api_key: key }),
    );
    expect(line).not.toContain(key);
    expect(line).not.toContain('maya@');
  });
});
