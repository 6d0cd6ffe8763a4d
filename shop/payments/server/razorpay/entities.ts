import * as v from "valibot";

// What of Razorpay's entities is read here. They hold more, much of it personal; what is not read is not stored.

const orderId = v.pipe(v.string(), v.regex(/^order_[A-Za-z0-9]{8,40}$/));
const paymentId = v.pipe(v.string(), v.regex(/^pay_[A-Za-z0-9]{8,40}$/));
const refundId = v.pipe(v.string(), v.regex(/^rfnd_[A-Za-z0-9]{8,40}$/));
const paise = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Ids end up in addresses of the API: whatever has another form is not asked about. */
export const isOrderId = (text: string): boolean => v.is(orderId, text);
export const isPaymentId = (text: string): boolean => v.is(paymentId, text);

export const orderEntity = v.object({
  id: orderId,
  amount: paise,
  currency: v.string(),
  receipt: v.nullish(v.string()),
  created_at: seconds,
});

export const paymentEntity = v.object({
  id: paymentId,
  order_id: v.nullish(v.string()),
  amount: paise,
  currency: v.string(),
  status: v.picklist(["created", "authorized", "captured", "refunded", "failed"]),
  /** False for money that Razorpay gave back by itself because no one captured it. */
  captured: v.nullish(v.boolean()),
  method: v.nullish(v.string()),
  error_description: v.nullish(v.string()),
  created_at: seconds,
});

export const refundEntity = v.object({
  id: refundId,
  payment_id: paymentId,
  amount: paise,
  currency: v.string(),
  /** Our reference; what someone gives back in Razorpay's dashboard has none. */
  receipt: v.nullish(v.string()),
  status: v.picklist(["pending", "processed", "failed"]),
});

export const disputeEntity = v.object({
  id: v.pipe(v.string(), v.regex(/^disp_[A-Za-z0-9]{1,40}$/)),
  amount: v.nullish(paise),
  status: v.nullish(v.picklist(["open", "under_review", "won", "lost", "closed"])),
  respond_by: v.nullish(seconds),
});

export const listSchema = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item) });

export type OrderEntity = v.InferOutput<typeof orderEntity>;
export type PaymentEntity = v.InferOutput<typeof paymentEntity>;
export type RefundEntity = v.InferOutput<typeof refundEntity>;
