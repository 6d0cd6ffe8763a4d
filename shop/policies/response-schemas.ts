import * as v from "valibot";

const spanSchema = v.object({ least: v.number(), most: v.number() });

export const cashRuleSchema = v.object({
  /** The largest order that can be paid in cash, in whole rupees. */
  upTo: v.number(),
  onlyPins: v.exactOptional(v.array(v.string())),
  notPins: v.exactOptional(v.array(v.string())),
});

/** The rules that the owner has changed. A missing rule has its default value. Not part of the specification (D101). */
export const ownRulesSchema = v.object({
  cancelWithinHours: v.exactOptional(v.number()),
  answerWithinHours: v.exactOptional(v.number()),
  reportDamageWithinHours: v.exactOptional(v.number()),
  replyWithinDays: v.exactOptional(spanSchema),
  returnWithinDays: v.exactOptional(v.number()),
  replacement: v.exactOptional(v.boolean()),
  refundWithinDays: v.exactOptional(spanSchema),
  creditNoteMonths: v.exactOptional(v.number()),
  warrantyYears: v.exactOptional(v.number()),
  dispatchWithinDays: v.exactOptional(spanSchema),
  deliverWithinDays: v.exactOptional(spanSchema),
  deliverAbroadWithinDays: v.exactOptional(spanSchema),
  /** The closing time, such as `17:00` in India. Later orders count as placed on the next business day. */
  orderBefore: v.exactOptional(v.string()),
  /** The weekdays on which the workshop works. 0 is Sunday. */
  workdays: v.exactOptional(v.array(v.number())),
  /** The fee in rupees before GST. If missing, shipping is free, and the policy has the specification's text (D9). */
  shippingFee: v.exactOptional(v.number()),
  /** Shipping is free from this value of goods, in rupees before GST. */
  freeShippingFrom: v.exactOptional(v.number()),
  mostProducts: v.exactOptional(v.number()),
  mostPieces: v.exactOptional(v.number()),
  mostUnpaidOrders: v.exactOptional(v.number()),
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
