import { readEmails } from '#lambdas/accounts/user-store.ts';
import { readRuleHistory } from '#lambdas/platform/rule-store.ts';
import type { RouteReply } from '#shared/api/route.ts';
import type { ruleRoutes } from '#shared/api/rules.ts';

/** The rules of the platforms that are in force, each with its changes. */
export async function listRules(): Promise<RouteReply<typeof ruleRoutes.listRules>> {
  const { rules, changedAt, history } = await readRuleHistory();
  const emails = await readEmails([...new Set(history.map(({ by }) => by))]);
  return {
    items: rules.map((rule) => ({
      rule: { ...rule, formats: [...rule.formats], advised: [...rule.advised], content: { ...rule.content } },
      changedAt: changedAt[rule.id] ?? null,
      history: history
        .filter(({ ruleId }) => ruleId === rule.id)
        .map(({ at, by, change }) => ({ at, email: emails.get(by) ?? null, change })),
    })),
  };
}
