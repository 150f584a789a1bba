import { gzipSync } from 'node:zlib';
import type { ArchivedAnswer } from '#shared/callers/answers/answer-archive.ts';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { priceOf } from '#shared/contract/tool.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { PaidCall } from './services.ts';

interface ArchiveServices extends TableAccess<'usage'> {
  readonly logger: CallLogger;
}

/** Half the time of zlib's defaults, which set up 256 kB for every answer, for a twentieth more bytes. */
const packing = { level: 1, windowBits: 13, memLevel: 6 } as const;

/**
 * Keeps an answer that was paid for, which comes as the JSON that goes out,
 * where the account's `AnswerArchive` finds it. Never rejects: the caller has
 * the answer, which is what was charged.
 */
export async function archiveAnswer(
  { call, principal, tool, input }: PaidCall,
  answer: string,
  { logger, ...access }: ArchiveServices,
): Promise<void> {
  // The answers to a test key are the sample market's, and cost nothing.
  if (priceOf(tool, input) === 0 || principal.isTest) return;
  const asked: Omit<ArchivedAnswer, 'answer'> = {
    request_id: call.requestId,
    credential_id: principal.credentialId,
    tool: tool.name,
    arguments: input,
  };
  const text = `${JSON.stringify(asked).slice(0, -1)},"answer":${answer}}`;
  try {
    const recent = createRecentAnswers(access);
    await recent.put(principal.account.accountId, call.requestId, gzipSync(text, packing));
  } catch (cause) {
    logger.warn('answer not archived', { request_id: call.requestId, tool: tool.name, cause });
  }
}
