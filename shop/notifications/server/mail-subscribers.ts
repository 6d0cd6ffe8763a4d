import { isOneAddress } from "#platform/mail/send-mail.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { findAccount, findActivity, readResetProof } from "#shop/accounts/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { findMessage } from "#shop/contact/server/index.ts";
import {
  accountRegistered,
  newDeviceUsed,
  sessionShared,
  passwordChanged,
  resetCodeRequested,
} from "#shop/accounts/events.ts";
import { messageReceived } from "#shop/contact/events.ts";
import { returnChanged } from "#shop/returns/events.ts";
import { goodsHeldBack } from "#shop/checkout/events.ts";
import {
  cancellationDecided,
  cancellationRequested,
  orderCancelled,
  orderCorrected,
  orderDelivered,
  orderDispatched,
  orderPaid,
  orderPlaced,
  orderRefunded,
  orderTaken,
} from "#shop/orders/events.ts";
import {
  writeNewDeviceMail,
  writeSharedLoginMail,
  writePasswordChangedMail,
  writeResetCodeMail,
  writeWelcomeMail,
} from "../account-mails.ts";
import { writeCancellationDecidedMail, writeCancellationReceivedMail } from "../cancellation-mails.ts";
import { writeCancelledMail } from "../cancelled-mail.ts";
import { writeRefundedMail } from "../refunded-mail.ts";
import { writeReturnMail } from "../return-mails.ts";
import { writeContactMail } from "../contact-mail.ts";
import { writeCorrectedMail } from "../corrected-mail.ts";
import { writeGoodsHeldMail } from "../goods-held-mail.ts";
import { writeDeliveredMail, writeDispatchedMail } from "../delivery-mails.ts";
import { writePaidMail, writePlacedMail, writeTakenMail } from "../order-mails.ts";
import { CANCELLED_MAIL_WAIT, PLACED_MAIL_WAIT } from "../mail-delays.ts";
import { ownerMailSubscribers } from "./owner-mail-subscribers.ts";
import { getOwnerMailbox, getSender } from "./sender.ts";
import { createOrderMailSubscriber } from "./create-order-mail-subscriber.ts";
import { createMailSubscriber } from "./create-mail-subscriber.ts";

/** Every mail the shop writes by itself: the event that causes it, its name, and to whom it says what. */
export const mailSubscribers: readonly Subscriber[] = [
  createMailSubscriber(accountRegistered, "welcome", async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    const { tradeName } = getSender(context);
    return account && { to: account.email, mail: writeWelcomeMail(account.firstName, tradeName) };
  }),
  // None for a code that is used, replaced or too old by now (D2).
  createMailSubscriber(resetCodeRequested, "reset-code", async (context, { accountId, resetId }) => {
    const account = await findAccount(context.db, accountId);
    const proof = await readResetProof(context, resetId);
    if (!account || !proof) return null;
    const { email, firstName } = account;
    return { to: email, mail: writeResetCodeMail(firstName, proof.code, { email, code: proof.key }) };
  }),
  createMailSubscriber(passwordChanged, "password-changed", async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    return account && { to: account.email, mail: writePasswordChangedMail(account.firstName) };
  }),
  createMailSubscriber(newDeviceUsed, "new-device", async (context, { activityId }) => {
    const login = await findActivity(context.db, activityId);
    return login && { to: login.email, mail: writeNewDeviceMail(login.firstName, login) };
  }),
  createMailSubscriber(sessionShared, "shared-login", async (context, { activityId }) => {
    const use = await findActivity(context.db, activityId);
    return use && { to: use.email, mail: writeSharedLoginMail(use.firstName, use) };
  }),
  // If it is paid by then, the confirmation alone is sent.
  createOrderMailSubscriber(orderPlaced, "order-placed", writePlacedMail, { afterMs: PLACED_MAIL_WAIT }),
  createOrderMailSubscriber(orderTaken, "order-taken", writeTakenMail),
  createOrderMailSubscriber(
    orderPaid,
    "order-paid",
    (news, { cameBack }) => writePaidMail(news, { cameBack: cameBack ?? false }),
    { paper: "invoice" },
  ),
  createOrderMailSubscriber(orderCorrected, "order-corrected", (news, { by }) =>
    writeCorrectedMail(news, by && { by }),
  ),
  createOrderMailSubscriber(orderDispatched, "order-dispatched", writeDispatchedMail),
  createOrderMailSubscriber(orderDelivered, "order-delivered", writeDeliveredMail),
  // An order that its customer cancelled has the mail of the decision instead.
  createOrderMailSubscriber(orderCancelled, "order-cancelled", writeCancelledMail, {
    afterMs: CANCELLED_MAIL_WAIT,
  }),
  createOrderMailSubscriber(cancellationRequested, "cancellation-received", writeCancellationReceivedMail),
  createOrderMailSubscriber(cancellationDecided, "cancellation-decided", writeCancellationDecidedMail),
  createOrderMailSubscriber(returnChanged, "return-changed", (news, { status }) =>
    writeReturnMail(news, status),
  ),
  createOrderMailSubscriber(orderRefunded, "order-refunded", writeRefundedMail, { paper: "credit-note" }),
  // Without an address of the owner the message waits in `messages list`.
  createMailSubscriber(messageReceived, "contact-message", async (context, { messageId }) => {
    const written = await findMessage(context, messageId);
    const to = getOwnerMailbox(context);
    if (to === null) context.log.warn("a contact message waits in 'messages list': MAIL_TO is not set");
    return written && to !== null
      ? { to, mail: writeContactMail(written, { canReply: isOneAddress(written.email) }) }
      : null;
  }),
  // Without an address of the owner the warning is in the log and in `check`.
  createMailSubscriber(goodsHeldBack, "goods-held", async (context, held) => {
    const to = getOwnerMailbox(context);
    const title = findProductSummary(context, held.productId)?.title ?? held.productId;
    return to === null ? null : { to, mail: writeGoodsHeldMail({ ...held, title }) };
  }),
  ...ownerMailSubscribers,
];
