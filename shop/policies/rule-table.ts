/** `days` are business days. A `fee` can be 0, and an `amount` cannot. */
export type RuleKind = "amount" | "answer" | "count" | "days" | "fee" | "time" | "weekdays";

/**
 * `option` is the option of the command `rules`, and the field of its form. The part of `summary` before the semicolon
 * repeats the label of the field, so the form shows only the part after it. `from` and `most` limit a count. Without
 * `most`, a count can be at most its default, because a higher limit would not protect the shop (§5).
 */
const rule = <Kind extends RuleKind>(
  kind: Kind,
  option: string,
  summary: string,
  most?: number,
  from = 1,
) => ({ kind, option, summary, most, from });

/**
 * The rules with a single value. Their types, the format of rules.json, the command `rules` and its form are made from
 * this table. `deliverTo` and `cashOnDelivery` have several fields and are declared where they are used.
 */
export const ruleTable = {
  cancelWithinHours: rule("count", "cancel-hours", "hours after ordering for a request to cancel", 720),
  answerWithinHours: rule("count", "answer-hours", "hours in which you answer a request to cancel", 720),
  reportDamageWithinHours: rule("count", "damage-hours", "hours after delivery for a report of damage", 720),
  replyWithinDays: rule("days", "reply-days", "time in which you reply to messages"),
  returnWithinDays: rule("count", "return-days", "days after delivery for a request to return", 365),
  replacement: rule("answer", "replacement", "whether customers can get a piece replaced; once per order"),
  refundWithinDays: rule("days", "refund-days", "time in which a refund arrives"),
  creditNoteMonths: rule("count", "credit-note-months", "months in which a credit note can be used", 60),
  warrantyYears: rule("count", "warranty-years", "years of warranty; 0 for no warranty", 99, 0),
  dispatchWithinDays: rule("days", "dispatch-days", "time until you dispatch an order"),
  deliverWithinDays: rule("days", "delivery-days", "time that a parcel is on the way"),
  deliverAbroadWithinDays: rule("days", "delivery-days-abroad", "time on the way to another country"),
  orderBefore: rule(
    "time",
    "order-before",
    "the cut-off, such as 17:00; later orders count from the next business day",
  ),
  workdays: rule("weekdays", "workdays", "the days on which you work"),
  shippingFee: rule("fee", "shipping-fee", "the fee; before GST"),
  freeShippingFrom: rule("amount", "free-shipping-from", "goods from which shipping is free; before GST"),
  mostProducts: rule("count", "most-products", "most different products in an order"),
  mostPieces: rule("count", "most-pieces", "most pieces of one product in an order"),
  mostUnpaidOrders: rule("count", "most-unpaid-orders", "most unpaid orders of one customer"),
};

export type RuleName = keyof typeof ruleTable;

export const declaredRules = Object.entries(ruleTable) as [RuleName, (typeof ruleTable)[RuleName]][];

/** The options of the command `rules`, by the names of their fields. */
export const ruleOptionNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(declaredRules.map(([name, { option }]) => [name, option])),
  deliverTo: "states",
  "cashOnDelivery.upTo": "cash-up-to",
  "cashOnDelivery.onlyPins": "cash-only-pins",
  "cashOnDelivery.notPins": "cash-not-pins",
};
