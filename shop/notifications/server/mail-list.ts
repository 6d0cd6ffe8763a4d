import type { Subscriber } from "#platform/outbox/subscriber.ts";
import type { Kind, Mail } from "./define-mail.ts";
import { finishMail, type MailContent, type OrderMailInput } from "./mail.ts";
import type { SampleFacts } from "./samples.ts";
import { orderPlacedMail } from "./mails/order-placed.ts";
import { orderToConfirmMail } from "./mails/order-to-confirm.ts";
import { orderTakenMail } from "./mails/order-taken.ts";
import { orderPaidMail } from "./mails/order-paid.ts";
import { orderCorrectedMail } from "./mails/order-corrected.ts";
import { orderReinvoicedMail } from "./mails/order-reinvoiced.ts";
import { orderDispatchedMail } from "./mails/order-dispatched.ts";
import { parcelDeliveredMail } from "./mails/parcel-delivered.ts";
import { dispatchUndoneMail } from "./mails/dispatch-undone.ts";
import { orderDeliveredMail } from "./mails/order-delivered.ts";
import { reviewRequestMail } from "./mails/review-request.ts";
import { orderCancelledMail } from "./mails/order-cancelled.ts";
import { orderReplacedMail } from "./mails/order-replaced.ts";
import { parcelLostMail } from "./mails/parcel-lost.ts";
import { orderPartCancelledMail } from "./mails/order-part-cancelled.ts";
import { cancellationReceivedMail } from "./mails/cancellation-received.ts";
import { cancellationDecidedMail } from "./mails/cancellation-decided.ts";
import { cancellationReopenedMail } from "./mails/cancellation-reopened.ts";
import { returnChangedMail } from "./mails/return-changed.ts";
import { orderRefundedMail } from "./mails/order-refunded.ts";
import { welcomeMail } from "./mails/welcome.ts";
import { resetCodeMail } from "./mails/reset-code.ts";
import { passwordChangedMail } from "./mails/password-changed.ts";
import { newDeviceMail } from "./mails/new-device.ts";
import { sharedLoginMail } from "./mails/shared-login.ts";
import { backInStockMail } from "./mails/back-in-stock.ts";
import { contactMessageMail } from "./mails/contact-message.ts";
import { messageAnsweredMail } from "./mails/message-answered.ts";
import { goodsHeldMail } from "./mails/goods-held.ts";
import { ownerOrderPaidMail } from "./mails/owner-order-paid.ts";
import { ownerCancellationMail } from "./mails/owner-cancellation.ts";
import { ownerAddressChangedMail } from "./mails/owner-address-changed.ts";
import { ownerPiecesCancelledMail } from "./mails/owner-pieces-cancelled.ts";
import { ownerReturnMail } from "./mails/owner-return.ts";
import { ownerPaymentMail } from "./mails/owner-payment.ts";
import { ownerStockLowMail } from "./mails/owner-stock-low.ts";
import { ownerDigestMail } from "./mails/owner-digest.ts";

const mails: readonly Mail[] = [
  orderPlacedMail,
  orderToConfirmMail,
  orderTakenMail,
  orderPaidMail,
  orderCorrectedMail,
  orderReinvoicedMail,
  orderDispatchedMail,
  parcelDeliveredMail,
  dispatchUndoneMail,
  orderDeliveredMail,
  reviewRequestMail,
  orderCancelledMail,
  orderReplacedMail,
  parcelLostMail,
  orderPartCancelledMail,
  cancellationReceivedMail,
  cancellationDecidedMail,
  cancellationReopenedMail,
  returnChangedMail,
  orderRefundedMail,
  welcomeMail,
  resetCodeMail,
  passwordChangedMail,
  newDeviceMail,
  sharedLoginMail,
  backInStockMail,
  contactMessageMail,
  messageAnsweredMail,
  goodsHeldMail,
  ownerOrderPaidMail,
  ownerCancellationMail,
  ownerAddressChangedMail,
  ownerPiecesCancelledMail,
  ownerReturnMail,
  ownerPaymentMail,
  ownerStockLowMail,
  ownerDigestMail,
];

export const mailSubscribers: readonly Subscriber[] = mails.map(({ subscriber }) => subscriber);

export const mailKinds: readonly Kind[] = mails.flatMap(({ kinds }) => kinds);

const getKind = (name: string): Kind => {
  const mailKind = mailKinds.find(({ kind }) => kind === name);
  if (!mailKind) throw new Error(`There is no mail ${name}.`);
  return mailKind;
};

export const isOrderMail = (kind: string): boolean => getKind(kind).about !== undefined;

export function writeOrderMail(kind: string, mailData: OrderMailInput): MailContent | null {
  const mail = getKind(kind).about?.(mailData);
  return mail ? finishMail(mail) : null;
}

export function writeSampleMail(kind: string, sampleFacts: SampleFacts): MailContent {
  const mail = getKind(kind).sample(sampleFacts);
  if (!mail) throw new Error(`The sample data of the mail ${kind} does not match its schema.`);
  return { ...finishMail(mail), isSample: true };
}
