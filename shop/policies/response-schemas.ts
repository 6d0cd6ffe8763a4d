import * as v from "valibot";
import { declaredRules, type RuleKind, type RuleName, type ruleTable } from "./rule-table.ts";

const stored = {
  amount: v.number(),
  answer: v.boolean(),
  count: v.number(),
  days: v.object({ least: v.number(), most: v.number() }),
  fee: v.number(),
  time: v.string(),
  /** 0 is Sunday. */
  weekdays: v.array(v.number()),
} satisfies Record<RuleKind, v.GenericSchema>;

type StoredEntries = {
  [Name in RuleName]: v.ExactOptionalSchema<(typeof stored)[(typeof ruleTable)[Name]["kind"]], undefined>;
};

export const cashRuleSchema = v.object({
  /** The largest order that can be paid in cash, in whole rupees. */
  upTo: v.number(),
  onlyPins: v.exactOptional(v.array(v.string())),
  notPins: v.exactOptional(v.array(v.string())),
});

/** The rules that the owner has changed. A missing rule has its default value. Not part of the specification (D101). */
export const ownRulesSchema = v.object({
  ...(Object.fromEntries(
    declaredRules.map(([name, { kind }]) => [name, v.exactOptional(stored[kind])]),
  ) as StoredEntries),
  /** The states to which the shop delivers, or all of India. If missing, the states in the specification (D117). */
  deliverTo: v.exactOptional(v.union([v.literal("India"), v.array(v.string())])),
  cashOnDelivery: v.exactOptional(cashRuleSchema),
});

/** The rules at the time of an order, the days to make its products, and the requested delivery day. */
export const promisedSchema = v.object({
  ...ownRulesSchema.entries,
  leadDays: v.exactOptional(v.number()),
  notBefore: v.exactOptional(v.string()),
});
