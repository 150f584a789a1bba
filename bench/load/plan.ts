import { chance, pick } from '#test/support/upstream/chance.ts';
import { toolRequests, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/** What a caller wants, whatever it takes to get it. */
export interface Operation {
  readonly number: number;
  /** 0 is the hot account. */
  readonly account: number;
  readonly method: 'POST' | 'GET';
  readonly path: string;
  readonly body: unknown;
  /** What the tool costs; 0 for what is free or wrong. */
  readonly price: number;
  /** Sent with every attempt; without it nothing is tried twice. */
  readonly key: string | undefined;
  /** Milliseconds after which the first attempt is given up; its answer is lost. */
  readonly abortAfterMs: number | undefined;
  /** Sends the first attempt twice at the same time. */
  readonly isDoubled: boolean;
  /** Is sent once more after its answer, which must then come again for nothing. */
  readonly isRepeated: boolean;
}

/** Shares of all operations. */
const shares = {
  hot: 0.25,
  free: 0.08,
  wrong: 0.03,
  keyed: 0.6,
  aborted: 0.08,
  doubled: 0.08,
  repeated: 0.2,
  asked: 0.6,
};
const subjects = 40;

/** The operation of a number: always the same one for the same seed, in whatever order workers come to them. */
export function planOperation(seed: string, number: number, accounts: number): Operation {
  const dice = (name: string) => chance(`${seed} ${name} ${number}`);
  const account = dice('hot') < shares.hot ? 0 : 1 + Math.floor(dice('account') * (accounts - 1));
  const nothing = {
    number,
    account,
    price: 0,
    key: undefined,
    abortAfterMs: undefined,
    isDoubled: false,
    isRepeated: false,
  };
  if (dice('free') < shares.free)
    return { ...nothing, method: 'GET', path: freePath(number), body: undefined };
  const { tool, body, credits } = toolRequest(seed, number);
  const path = `/v1/tools/${tool}`;
  if (dice('wrong') < shares.wrong) return { ...nothing, method: 'POST', path, body: { wrong: true } };
  const key = dice('keyed') < shares.keyed ? `${seed}-${number}` : undefined;
  return {
    ...nothing,
    ...{ method: 'POST', path, body, price: credits, key },
    abortAfterMs: key && dice('aborted') < shares.aborted ? 1 + dice('after') * 60 : undefined,
    isDoubled: key !== undefined && dice('doubled') < shares.doubled,
    isRepeated: key !== undefined && dice('repeated') < shares.repeated,
  };
}

function freePath(number: number): string {
  return pick(`free ${number}`, ['/v1/me/credits', '/v1/me/usage?limit=20', '/v1/capabilities']);
}

/** Most questions were asked before by somebody; the others are new to every cache. */
function toolRequest(seed: string, number: number) {
  const isAsked = chance(`${seed} asked ${number}`) < shares.asked;
  const subject = isAsked ? Math.floor(chance(`${seed} subject ${number}`) * subjects) : number;
  const known = subject === 0 ? toolRequests : unaskedRequests(`${seed}-${subject}`);
  return pick(`${seed} tool ${number}`, Object.values(known));
}
