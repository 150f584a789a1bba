import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from '../identity/identity-table.ts';

const daySeconds = 24 * 60 * 60;
/** Random bytes of a link: more than can be guessed, and no more than fits a line. */
const tokenBytes = 20;

const shareItem = v.object({
  account_id: v.string(),
  share_id: v.string(),
  request_id: v.string(),
  tool: v.string(),
  /** Of the report of a site. */
  site: v.optional(v.string()),
  created_at: v.string(),
  /** Unix seconds. */
  expires_at: v.number(),
});
type ShareItem = v.InferOutput<typeof shareItem>;

const linkItem = v.object({ account_id: v.string(), share_id: v.string(), expires_at: v.number() });

/** A link that opens one answer for anybody who has it, or one report of a site, which is kept as answers are. */
export interface Share extends Omit<CamelCased<ShareItem>, 'expiresAt'> {
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Shares of answers. The account's own item decides whether a link is live;
 * the item that is found by the link's hash only leads there, so that one
 * deletion withdraws it.
 */
export function createShareRepository(table: IdentityTable) {
  return {
    /** The token is the secret of the link: it is in this answer and nowhere else. */
    async create(
      accountId: string,
      { requestId, tool, site }: Pick<Share, 'requestId' | 'tool' | 'site'>,
      days: number,
    ): Promise<{ readonly share: Share; readonly token: string }> {
      const now = table.clock();
      const token = randomBytes(tokenBytes).toString('base64url');
      const stored: ShareItem = {
        account_id: accountId,
        share_id: newId('share', now),
        request_id: requestId,
        tool,
        ...(site !== undefined && { site }),
        created_at: isoTime(now),
        expires_at: unixSeconds(table) + days * daySeconds,
      };
      const { share_id, expires_at } = stored;
      await putItem(table, identityKeys.shareLink(token), { account_id: accountId, share_id, expires_at });
      await putItem(table, identityKeys.share(accountId, share_id), stored);
      return { share: toShare(stored), token };
    },

    /** Live ones, newest first. */
    async list(accountId: string): Promise<readonly Share[]> {
      return (await listItems(table, shareItem, identityKeys.share(accountId, ''))).map(toShare);
    },

    /** Its link opens nothing from the next request on; false where there is no such share. */
    async withdraw(accountId: string, shareId: string): Promise<boolean> {
      return (await removeItem(table, identityKeys.share(accountId, shareId))) !== undefined;
    },

    /** Undefined where the link never was, has expired or was withdrawn. */
    async find(token: string): Promise<Share | undefined> {
      const link = await readItem(table, linkItem, identityKeys.shareLink(token));
      const stored =
        link && (await readItem(table, shareItem, identityKeys.share(link.account_id, link.share_id)));
      return stored && toShare(stored);
    },
  };
}

function toShare(stored: ShareItem): Share {
  return { ...camelCased(stored), expiresAt: isoTime(stored.expires_at * 1_000) };
}
