export {
  closeWindow,
  describeSameReference,
  parsePaidByHand,
  payByHand,
  refuseIfPaidOnline,
} from "./by-hand.ts";
export { agreeToCash, collectCash, cancelCash, listUnsettled, settleCash } from "./cash.ts";
export { closePayment } from "./update-payment.ts";
export {
  resumePayment,
  suspendPayment,
  openPayment,
  findPayment,
  listPayments,
  recordLinkOpened,
} from "./payments.ts";
export { listFindings, settleFindings } from "./findings.ts";
export { findPaymentRefusals } from "./commands.ts";
export { findRefundRefusal, requestRefund, listRefunds } from "./refunds.ts";
export { findPaymentEnd, describePaymentWindow } from "./payment-window.ts";
export { describeHostedCheckout, type HostedCheckout } from "./razorpay/payments.ts";
export { sumReceived } from "./export-payments.ts";
export { checkPayments } from "./check-payments.ts";
export type { PaymentRow } from "./tables.ts";
