import { endpoint, fault } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createEventLog, shownEvent } from '#shared/callers/watch/event-log.ts';
import { createRules } from '#shared/callers/watch/rules.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { ruleLimit, settingsOfType } from '#shared/contract/rules.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as contracts from './contracts.ts';

export const listEvents = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listEvents,
    ({ documents, tables, clock }) => createEventLog({ documents, name: tables.identity, clock }),
    async ({ caller, query }, log) => {
      const { accountId } = caller.account;
      const { events, ...page } = await log.list(accountId, query);
      return { body: { events: events.map((event) => shownEvent(event, foundation)), ...page } };
    },
  );

const rulesOf = ({ documents, tables, clock }: Foundation) =>
  createRules({ documents, name: tables.identity, clock });

export const listRules = (foundation: Foundation) =>
  endpoint(foundation, contracts.listRules, rulesOf, async ({ caller }, rules) => ({
    body: await rules.list(caller.account.accountId),
  }));

export const setRule = (foundation: Foundation) =>
  endpoint(foundation, contracts.setRule, rulesOf, async ({ caller, body }, rules) => {
    const { accountId } = caller.account;
    const rule = { ...body, subject: subjectOf(body) };
    checkSettings(rule);
    const set = (await rules.list(accountId)).filter(({ is_default }) => !is_default);
    const isThere = set.some(({ type, subject }) => type === rule.type && subject === rule.subject);
    if (!isThere && set.length >= ruleLimit)
      throw fault('/subject', `An account has at most ${ruleLimit} rules of its own. Remove one first.`);
    return { body: await rules.set(accountId, rule) };
  });

type RuleBody = EndpointBody<typeof contracts.setRule>;

/** A tracker, key or connection by its id, a site by the name under which its events stand. */
function subjectOf({ subject }: RuleBody): string | null {
  if (subject === null || /^[a-z]+_[0-9a-z]{20,}$/u.test(subject)) return subject;
  const named = normalizeDomain(subject);
  if (named.ok) return named.domain;
  throw fault('/subject', 'Send the id of a tracker (`trk_…`), the name of a site, or null for all.');
}

function checkSettings({ type, settings }: Pick<RuleBody, 'type' | 'settings'>): void {
  const names: readonly string[] = settingsOfType[type] ?? [];
  const other = Object.keys(settings).find((name) => !names.includes(name));
  if (other === undefined) return;
  const has =
    names.length > 0 ? `It has ${names.map((name) => `\`${name}\``).join(', ')}.` : 'It is on or off.';
  throw fault(`/settings/${other}`, `A rule of ${type} has no such setting. ${has}`);
}

export const removeRule = (foundation: Foundation) =>
  endpoint(foundation, contracts.removeRule, rulesOf, async ({ caller, parameters }, rules) => {
    const { rule_id: id = '' } = parameters;
    if (await rules.remove(caller.account.accountId, id)) return { body: { id, status: 'removed' as const } };
    throw new ServiceError(
      'not_found',
      'This account has set no such rule. GET /v1/me/rules lists the ids; a default cannot be removed, only switched off.',
    );
  });
