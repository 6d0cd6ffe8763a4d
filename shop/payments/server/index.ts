// The public API. What happens to a payment is published as events (`#shop/payments/events.ts`).
export { closePayment, type Closing } from "./close-payment.ts";
export { resumePayment, suspendPayment } from "./suspend-payment.ts";
export { askRefund, refundsOf } from "./ask-refund.ts";
export { type NewPayment, openPayment, paymentOf } from "./open-payment.ts";
export { openPayments } from "./open-payments.ts";
export type { PaymentRow, RefundRow } from "./tables.ts";
