import type { InferOutput } from 'valibot';
import type { checkoutAnswers } from '#functions/checkout/contract.ts';
import type { membersAnswers } from '#functions/members/contract.ts';
import type { passkeyAnswers } from '#functions/passkey/contract.ts';
import type { sessionAnswers } from '#functions/session/contract.ts';

type Answers = typeof sessionAnswers & typeof passkeyAnswers & typeof membersAnswers & typeof checkoutAnswers;

/** What the dashboard's own session routes answer with status 200, by their contracts. */
export type SessionAnswers = { readonly [Path in keyof Answers]: InferOutput<Answers[Path]> };
