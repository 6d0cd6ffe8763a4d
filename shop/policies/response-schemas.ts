import * as v from "valibot";

/** A range in business days, both ends included. */
const spanSchema = v.object({ least: v.number(), most: v.number() });

/** The orders that can be paid in cash on delivery. */
export const cashRuleSchema = v.object({
  /** Maximum amount of an order that can be paid in cash, in whole rupees. */
  upTo: v.number(),
  /** PIN codes or their prefixes, to which cash on delivery is limited. */
  onlyPins: v.exactOptional(v.array(v.string())),
  /** PIN codes or their prefixes to which cash on delivery is not offered. */
  notPins: v.exactOptional(v.array(v.string())),
});

/** The numbers that the owner has changed; absent ones are defaults. Not part of the specification (D101). */
export const ownRulesSchema = v.object({
  /** Hours after placing an order in which the customer can request a cancellation. */
  cancelWithinHours: v.exactOptional(v.number()),
  /** Hours in which the owner decides on such a request. */
  answerWithinHours: v.exactOptional(v.number()),
  /** Hours after delivery in which damage or a defect is to be reported. */
  reportDamageWithinHours: v.exactOptional(v.number()),
  replyWithinDays: v.exactOptional(spanSchema),
  /** Days after the delivery to request a return, and days to send it back after approval. */
  returnWithinDays: v.exactOptional(v.number()),
  /** True if pieces can be replaced. */
  replacement: v.exactOptional(v.boolean()),
  refundWithinDays: v.exactOptional(spanSchema),
  /** Months for which a credit note can be used. */
  creditNoteMonths: v.exactOptional(v.number()),
  /** 0 means no warranty. */
  warrantyYears: v.exactOptional(v.number()),
  /** Days until an order is shipped. */
  dispatchWithinDays: v.exactOptional(spanSchema),
  /** Days on the way, counted from shipping. */
  deliverWithinDays: v.exactOptional(spanSchema),
  deliverAbroadWithinDays: v.exactOptional(spanSchema),
  /** `17:00`: orders placed at or after this time count for the next business day, on the shop's clock. */
  orderBefore: v.exactOptional(v.string()),
  /** Days on which the workshop works, from 0 for Sunday. */
  workdays: v.exactOptional(v.array(v.number())),
  /**
   * The shipping fee of an order in rupees before GST; absent means free shipping, 0 means that the policy mentions it.
   */
  shippingFee: v.exactOptional(v.number()),
  /** The value of goods in rupees before GST from which shipping is free. */
  freeShippingFrom: v.exactOptional(v.number()),
  /** Maximum number of different products in an order. */
  mostProducts: v.exactOptional(v.number()),
  /** Maximum number of pieces of one product in an order. */
  mostPieces: v.exactOptional(v.number()),
  /** Maximum number of unpaid orders of a customer. */
  mostUnpaidOrders: v.exactOptional(v.number()),
  /** The delivery area: India or these states; absent for the places of the specification (D117). */
  deliverTo: v.exactOptional(v.union([v.literal("India"), v.array(v.string())])),
  /** Absent if every order is paid before shipping. */
  cashOnDelivery: v.exactOptional(cashRuleSchema),
});

/** The rules under which an order was placed, the lead time of its products, and its requested day. */
export const promisedSchema = v.object({
  ...ownRulesSchema.entries,
  leadDays: v.exactOptional(v.number()),
  /** `2026-12-24`: the customer asked not to receive it before this day. */
  notBefore: v.exactOptional(v.string()),
});
