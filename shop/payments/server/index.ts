// The public API. What happens to a payment is published as events (`#shop/payments/events.ts`).
export { closePayment } from "./close-payment.ts";
export { resumePayment, suspendPayment } from "./suspend-payment.ts";
export { askRefund, listRefunds } from "./ask-refund.ts";
export { openPayment, findPayment } from "./open-payment.ts";
export { findPaymentEnd } from "./confirm-return.ts";
export { describePaymentWindow } from "./payment-window.ts";
export { describeHostedCheckout, type HostedCheckout } from "./razorpay/hosted-checkout.ts";
export { checkPayments } from "./check-payments.ts";
export { openPayments } from "./open-payments.ts";
