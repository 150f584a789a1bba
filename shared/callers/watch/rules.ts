import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { type EventType, eventTypes } from '#shared/contract/events.ts';
import {
  defaultSettings,
  type RuleRecord,
  ruleSettings,
  settingsOfType,
  type WholeSettings,
} from '#shared/contract/rules.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { type IdentityTable, listItems, putItem } from '../identity/identity-table.ts';

/** As it was set; what is left out is as by default. */
const ruleItem = v.object({
  type: v.picklist(eventTypes),
  subject: v.nullable(v.string()),
  is_on: v.boolean(),
  settings: ruleSettings,
});
export type SetRule = v.InferOutput<typeof ruleItem>;

/** Which events an account gets: a rule for each type, replaced where a tracker or site has one of its own. */
export function createRules(table: IdentityTable) {
  const keyOf = ({ type, subject }: Pick<SetRule, 'type' | 'subject'>, accountId: string) =>
    identityKeys.rule(accountId, type, subject ?? '');
  return {
    /** The rule that holds for a subject; what was not set of it is as by default. */
    async of(accountId: string, type: EventType, subject: string | null) {
      const set = await listItems(table, ruleItem, identityKeys.rule(accountId, type, ''));
      const found =
        set.find((rule) => subject !== null && rule.subject === subject) ??
        set.find((rule) => rule.subject === null);
      return { is_on: found?.is_on ?? true, settings: whole(found) };
    },

    /** Every rule, those that nobody has changed included. */
    async list(accountId: string): Promise<RuleRecord[]> {
      const set = await listItems(table, ruleItem, identityKeys.rule(accountId, '', ''));
      const own = set.filter(({ subject }) => subject !== null);
      return eventTypes.flatMap((type) => {
        const general = set.find((rule) => rule.type === type && rule.subject === null);
        const plain = { type, subject: null, is_on: true, settings: {} };
        const ofType = own.filter((rule) => rule.type === type).toReversed();
        return [shown(general ?? plain, general === undefined), ...ofType.map((rule) => shown(rule, false))];
      });
    },

    async set(accountId: string, rule: SetRule): Promise<RuleRecord> {
      await putItem(table, keyOf(rule, accountId), rule);
      return shown(rule, false);
    },

    /** The default holds again, or the rule of its type; false where nobody has set the rule. */
    async remove(accountId: string, id: string): Promise<boolean> {
      const set = await listItems(table, ruleItem, identityKeys.rule(accountId, '', ''));
      const found = set.find((rule) => ruleId(rule) === id);
      return found !== undefined && (await removeItem(table, keyOf(found, accountId))) !== undefined;
    },
  };
}

export type Rules = ReturnType<typeof createRules>;

function whole(rule: Pick<SetRule, 'settings'> | undefined): WholeSettings {
  const set = rule?.settings ?? {};
  const {
    places = defaultSettings.places,
    reasons = defaultSettings.reasons,
    metrics = defaultSettings.metrics,
    least_change = defaultSettings.least_change,
    percent = defaultSettings.percent,
    severity = defaultSettings.severity,
  } = set;
  return { places, reasons, metrics, least_change, percent, severity };
}

function shown(rule: SetRule, isDefault: boolean): RuleRecord {
  const all = whole(rule);
  const names = settingsOfType[rule.type] ?? [];
  const settings = v.parse(ruleSettings, Object.fromEntries(names.map((name) => [name, all[name]])));
  return { ...rule, id: ruleId(rule), is_default: isDefault, settings };
}

function ruleId({ type, subject }: Pick<SetRule, 'type' | 'subject'>): string {
  return `rule_${createHash('sha256')
    .update(`${type}\n${subject ?? ''}`)
    .digest('hex')
    .slice(0, 26)}`;
}
