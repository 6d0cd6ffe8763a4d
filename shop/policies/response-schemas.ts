import * as v from "valibot";

/** A range in business days, both ends included. */
const spanSchema = v.object({ least: v.number(), most: v.number() });

/** Orders that may be paid in cash when they arrive. */
export const cashRuleSchema = v.object({
  /** Maximum amount of an order that can be paid in cash, in whole rupees. */
  upTo: v.number(),
  /** PIN codes or their prefixes, to which cash on delivery is limited. */
  onlyPins: v.exactOptional(v.array(v.string())),
  /** PIN codes, or how they begin: not there. */
  notPins: v.exactOptional(v.array(v.string())),
});

/** The numbers that the owner has changed; absent ones are defaults. Not part of the specification (D101). */
export const ownRulesSchema = v.object({
  /** Hours after placing an order in which the customer can request a cancellation. */
  cancelWithinHours: v.exactOptional(v.number()),
  /** Within how many hours such a request is decided. */
  answerWithinHours: v.exactOptional(v.number()),
  /** Hours after delivery in which damage or a defect is to be reported. */
  reportDamageWithinHours: v.exactOptional(v.number()),
  replyWithinDays: v.exactOptional(spanSchema),
  /** Days after the delivery to request a return, and days to send it back after approval. */
  returnWithinDays: v.exactOptional(v.number()),
  /** Whether a piece is replaced. */
  replacement: v.exactOptional(v.boolean()),
  refundWithinDays: v.exactOptional(spanSchema),
  /** Months for which a credit note can be used. */
  creditNoteMonths: v.exactOptional(v.number()),
  /** 0 means none. */
  warrantyYears: v.exactOptional(v.number()),
  /** Days until an order is shipped. */
  dispatchWithinDays: v.exactOptional(spanSchema),
  /** On the way, counted from there. */
  deliverWithinDays: v.exactOptional(spanSchema),
  deliverAbroadWithinDays: v.exactOptional(spanSchema),
  /** `17:00`: orders placed then or later begin on the next business day, on the shop's clock. */
  orderBefore: v.exactOptional(v.string()),
  /** Days on which the workshop works, from 0 for Sunday. */
  workdays: v.exactOptional(v.array(v.number())),
  /**
   * The shipping fee of an order in rupees before GST; absent means free shipping, 0 means that the policy mentions it.
   */
  shippingFee: v.exactOptional(v.number()),
  /** The value of goods in rupees before GST from which shipping is free. */
  freeShippingFrom: v.exactOptional(v.number()),
  /** The most different products in an order. */
  mostProducts: v.exactOptional(v.number()),
  /** The most pieces of one product in an order. */
  mostPieces: v.exactOptional(v.number()),
  /** The most unpaid orders of a customer. */
  mostUnpaidOrders: v.exactOptional(v.number()),
  /** The delivery area: India or these states; absent for the places of the specification (D117). */
  deliverTo: v.exactOptional(v.union([v.literal("India"), v.array(v.string())])),
  /** Absent if every order is paid before shipping. */
  cashOnDelivery: v.exactOptional(cashRuleSchema),
});

/** The rules that an order was placed under, how long it takes to make what was not there, and the day it is wanted for. */
export const promisedSchema = v.object({
  ...ownRulesSchema.entries,
  leadDays: v.exactOptional(v.number()),
  /** `2026-12-24`: the customer asked that it does not arrive before this day. */
  notBefore: v.exactOptional(v.string()),
});
