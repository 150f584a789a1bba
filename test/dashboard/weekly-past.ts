import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import { newId } from '#shared/platform/ids.ts';
import type { RunningService } from '#test/support/service/running-service.ts';

const week = 7 * 86_400_000;

interface Past {
  readonly accountId: string;
  /** A call whose answer is kept. */
  readonly requestId: string;
  readonly weeks: number;
  /** Changes the `data` of the answer into what it was so many weeks before. */
  readonly earlier: (data: Record<string, unknown>, weeksBefore: number) => void;
}

/** Gives a kept answer the past that a weekly schedule leaves: calls of a saved question, each with its answer. */
export async function giveWeeklyPast(
  { folder, database }: RunningService,
  { accountId, requestId, weeks, earlier }: Past,
): Promise<void> {
  const place = join(folder, 'objects', 'answers', accountId);
  await mkdir(place, { recursive: true });
  const recent = createRecentAnswers({ ...database, clock: Date.now });
  const packed = gunzipSync((await recent.find(accountId, requestId)) ?? '').toString();
  const trackerId = newId('trk');
  for (let before = 1; before <= weeks; before += 1) {
    const startedAt = Date.now() - before * week;
    const kept = { ...JSON.parse(packed), request_id: newId('req', startedAt), credential_id: trackerId };
    earlier(kept.answer.data, before);
    await writeFile(join(place, kept.request_id), gzipSync(JSON.stringify([kept])));
    const report = {
      accountId,
      credentialId: trackerId,
      authSource: 'schedule',
      requestId: kept.request_id,
      endpoint: `/v1/tools/${kept.tool}`,
      method: 'POST',
      tool: kept.tool,
      statusCode: 200,
      responseTimeMs: 400,
      requestBytes: 60,
      responseBytes: packed.length,
      upstreamCostMicroUsd: 0,
      upstreamEstimatedMicroUsd: 0,
      cacheHit: false,
      errorType: null,
      errorMessage: null,
      asked: JSON.stringify(kept.arguments),
    } as const;
    const Item = reportedItem(newId('use', startedAt), report, 'charged', 2);
    await database.documents.send(new PutCommand({ TableName: database.tables.usage, Item }));
  }
}

/** Positions that wander, and one that is lost now and then. */
export function earlierPositions(data: Record<string, unknown>, weeksBefore: number): void {
  const rows = Array.isArray(data.positions) ? data.positions : [];
  for (const [index, row] of rows.entries()) {
    const isLost = index === 1 && weeksBefore % 9 === 4;
    row.position = isLost
      ? null
      : row.position + Math.round(weeksBefore / 4 + 2 * Math.sin(weeksBefore + index) + 2);
    row.status = isLost ? 'not_in_top_n' : 'ranked';
  }
}
