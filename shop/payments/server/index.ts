// The public API. What happens to a payment is published as events (`#shop/payments/events.ts`).
export { closePayment } from "./close-payment.ts";
export { resumePayment, suspendPayment } from "./suspend-payment.ts";
export { askRefund, listRefunds } from "./ask-refund.ts";
export { openPayment, findPayment } from "./open-payment.ts";
export { checkPayments } from "./check-payments.ts";
export { openPayments } from "./open-payments.ts";
