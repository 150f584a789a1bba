import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { median, rounded } from '../harness/report.ts';

const Summary = v.object({ complete: v.boolean() });

interface Asked {
  readonly requests: number;
  readonly took: number;
}

interface Service {
  readonly url: string;
  readonly key: string;
  /** Of its process, whose memory is read where the system tells it. */
  readonly pid: number | undefined;
}

/** What the pages ask of a long log, by the API: how many requests, and how long they take together. */
export async function busyLogRows({ url, key, pid }: Service) {
  const get = async (path: string) => {
    const response = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
      headers: { 'x-api-key': key },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return { text: await response.text(), link: response.headers.get('link') };
  };
  /** Follows the links to the end, as a person who presses "Show more" and the CSV button do. */
  const all = async (path: string) => {
    let requests = 0;
    for (let next: string | undefined = path; next; ) {
      const { link } = await get(next);
      requests += 1;
      next = /<(?<address>[^>]+)>/u.exec(link ?? '')?.groups?.address;
    }
    return requests;
  };
  const since = new Date(Date.now() - 28 * 86_400_000).toISOString().slice(0, 10);
  const summary = async () => {
    const { text } = await get(`/v1/me/usage/summary?since=${since}`);
    return v.parse(Summary, JSON.parse(text)).complete;
  };
  const one = async (path: string) => {
    await get(path);
    return 1;
  };
  const questions: readonly (readonly [string, () => Promise<number>])[] = [
    [
      'summary, first',
      async () => {
        let requests = 1;
        while (!(await summary())) requests += 1;
        return requests;
      },
    ],
    ['summary, again', async () => Number(await summary())],
    ['first page', () => one('/v1/me/usage?tool=*&limit=100')],
    ['first page, one tool', () => one('/v1/me/usage?tool=audit_site&limit=100')],
    ['first page, failed calls', () => one('/v1/me/usage?tool=*&status=failed&limit=100')],
    ['search to the end, nothing found', () => all('/v1/me/usage?tool=*&asked=nowhere.example&limit=100')],
    ['CSV of everything', () => all('/v1/me/usage?tool=*&format=csv')],
  ];
  const rows = [];
  for (const [question, ask] of questions) {
    const isOnce = question === 'summary, first' || question.startsWith('CSV');
    const runs: Asked[] = [];
    for (let run = 0; run < (isOnce ? 1 : 3); run += 1) runs.push(await timed(ask));
    rows.push({
      question,
      requests: runs[0]?.requests ?? 0,
      'time (ms)': rounded(median(runs.map(({ took }) => took)), 0),
      'memory after (MB)': await memory(pid),
    });
  }
  return rows;
}

async function timed(ask: () => Promise<number>): Promise<Asked> {
  const start = performance.now();
  const requests = await ask();
  return { requests, took: performance.now() - start };
}

/** Resident memory of a process in megabytes; 0 where the system has no /proc. */
async function memory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return rounded(Number(/VmRSS:\s+(?<kilobytes>\d+)/u.exec(status)?.groups?.kilobytes ?? 0) / 1_000, 0);
}
