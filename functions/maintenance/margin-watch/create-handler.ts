import type { Foundation } from '#functions/foundation.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { ToolMargin } from '#shared/money/margin/margin.ts';
import { createMarginReader } from '#shared/money/margin/margin-reader.ts';
import { watchMargin } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<ToolMargin> {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const reader = createMarginReader({ documents, tables, accounts });
  return () => watchMargin(reader, foundation);
}
