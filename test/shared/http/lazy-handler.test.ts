import { memoizeWithTtl } from '#shared/http/tool-handler.ts';

const minute = 60_000;

describe('what functions make from secrets', () => {
  function world(answers: readonly (string | Error)[]) {
    let time = 0;
    let loads = 0;
    const value = memoizeWithTtl(
      async () => {
        const answer = answers[loads++];
        if (typeof answer === 'string') return answer;
        throw answer;
      },
      { now: () => time },
    );
    const wait = (milliseconds: number) => {
      time += milliseconds;
    };
    return { value, loads: () => loads, wait };
  }

  it('is made once for all who ask at the same time, and again after five minutes', async () => {
    const { value, loads, wait } = world(['first', 'second']);
    expect(await Promise.all([value(), value(), value()])).toEqual(['first', 'first', 'first']);
    wait(5 * minute - 1);
    expect(await value()).toBe('first');
    wait(1);
    expect(await Promise.all([value(), value()])).toEqual(['second', 'second']);
    expect(loads()).toBe(2);
  });

  it('is tried again with the next call where the first one failed', async () => {
    const { value } = world([new Error('no secret store'), 'first']);
    await expect(value()).rejects.toThrow('no secret store');
    expect(await value()).toBe('first');
  });

  it('serves on while it cannot be renewed, and is tried again half a minute later', async () => {
    const { value, loads, wait } = world(['first', new Error('no secret store'), 'second']);
    await value();
    wait(5 * minute);
    expect(await value()).toBe('first');
    wait(minute / 2 - 1);
    expect(await value()).toBe('first');
    expect(loads()).toBe(2);
    wait(1);
    expect(await value()).toBe('second');
  });
});
