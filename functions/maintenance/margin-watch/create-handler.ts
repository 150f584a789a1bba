import type { Foundation } from '#functions/foundation.ts';
import { calledShards } from '#functions/maintenance/usage-shard/called-shards.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { ToolMargin } from '#shared/money/margin/margin.ts';
import { createMarginReader, tallyHere } from '#shared/money/margin/margin-reader.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { watchMargin } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<ToolMargin> {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const runner = calledShards(foundation) ?? tallyHere(createUsageLog({ documents, tables }));
  const reader = createMarginReader({ accounts, runner });
  return () => watchMargin(reader, foundation);
}
