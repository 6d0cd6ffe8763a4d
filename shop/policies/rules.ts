import type { InferOutput } from "valibot";
import { formatCount } from "#contract/text.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";
import type { cashRuleSchema, ownRulesSchema, promisedSchema } from "./response-schemas.ts";

export type ChangedRules = InferOutput<typeof ownRulesSchema>;

export type CashRule = InferOutput<typeof cashRuleSchema>;

/** Pages, mails and error messages take their time limits, shipping fees and order limits from these rules. */
export type Rules = Required<Omit<ChangedRules, keyof OptionalRules>> & OptionalRules;

/** Without these rules, shipping to the places in §9 is free, and orders are prepaid (§2.8). */
type OptionalRules = Pick<ChangedRules, "shippingFee" | "freeShippingFrom" | "deliverTo" | "cashOnDelivery">;

export type OrderRules = InferOutput<typeof promisedSchema>;

export type DayRange = Rules["dispatchWithinDays"];

/** The default rules (§9). */
export const STANDARD_RULES: Rules = {
  cancelWithinHours: 24,
  answerWithinHours: 24,
  reportDamageWithinHours: 24,
  replyWithinDays: { least: 2, most: 3 },
  returnWithinDays: 7,
  replacement: true,
  refundWithinDays: { least: 7, most: 10 },
  creditNoteMonths: 2,
  warrantyYears: 1,
  dispatchWithinDays: { least: 2, most: 3 },
  deliverWithinDays: { least: 5, most: 8 },
  deliverAbroadWithinDays: { least: 10, most: 15 },
  orderBefore: "17:00",
  workdays: [1, 2, 3, 4, 5],
  mostProducts: 50,
  mostPieces: MAX_QUANTITY,
  mostUnpaidOrders: 5,
};

export const getRules = (ownRules: OrderRules | null | undefined): Rules => ({
  ...STANDARD_RULES,
  ...ownRules,
});

export const formatHours = (hours: number): string => formatCount(hours, "hour");

export const formatDays = (days: number): string => formatCount(days, "day");

/** Returns `2–3`, or `2` if both ends are equal. */
export const formatSpan = ({ least, most }: DayRange): string =>
  least === most ? `${least}` : `${least}–${most}`;

/** Returns `2–3 business days`. */
export const formatBusinessDays = (span: DayRange): string =>
  `${formatSpan(span)} business ${span.most === 1 ? "day" : "days"}`;

/** Returns the business days of packing plus shipping (§9). */
export const getDeliverySpan = ({ dispatchWithinDays: packing, deliverWithinDays: transit }: Rules) => ({
  least: packing.least + transit.least,
  most: packing.most + transit.most,
});

/** Returns the time in which the shop answers a cancellation request (§2.15). */
export const formatAnswerPromise = ({ answerWithinHours }: Rules): string =>
  `Your request will be solved in ${formatHours(answerWithinHours)}`;

/** Returns the shop's promises for a strip on the product page (§2.6). */
export function listProductPromises({ warrantyYears, returnWithinDays, replacement }: Rules) {
  const days = `${returnWithinDays} ${returnWithinDays === 1 ? "Day" : "Days"}`;
  return [
    { kind: "delivery", text: "Assured Delivery" },
    { kind: "cancellation", text: "Easy Cancellation" },
    ...(warrantyYears > 0 ? [{ kind: "warranty", text: `${warrantyYears} Year Warranty` } as const] : []),
    { kind: "returns", text: `${days} ${replacement ? "Replacement" : "Return"}` },
  ] as const;
}
