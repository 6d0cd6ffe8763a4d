import { isOneAddress } from "#platform/mail.ts";
import type { Reaction } from "#platform/reaction.ts";
import { findAccount, findActivity, readResetProof } from "#server/accounts";
import { findProduct } from "#server/catalogue";
import { findMessage } from "#server/contact";
import { accountRegistered, newDeviceUsed, passwordChanged, resetCodeAsked } from "#shop/accounts/events.ts";
import { messageReceived } from "#shop/contact/events.ts";
import {
  cancellationDecided,
  cancellationRequested,
  goodsHeldBack,
  orderCancelled,
  orderDelivered,
  orderDispatched,
  orderPaid,
  orderPlaced,
  orderRefunded,
} from "#shop/orders/events.ts";
import {
  newDeviceLetter,
  passwordChangedLetter,
  resetCodeLetter,
  welcomeLetter,
} from "../account-letters.ts";
import {
  cancellationDecidedLetter,
  cancellationReceivedLetter,
  cancelledLetter,
  refundedLetter,
} from "../cancellation-letters.ts";
import { contactLetter } from "../contact-letter.ts";
import { goodsHeldLetter } from "../goods-held-letter.ts";
import { deliveredLetter, dispatchedLetter, paidLetter, placedLetter } from "../order-letters.ts";
import { CANCELLED_MAIL_WAIT, PLACED_MAIL_WAIT } from "../when.ts";
import { ownersMailbox, senderOf } from "./sender.ts";
import { writeAboutOrder } from "./write-about-order.ts";
import { writeOn } from "./write-to.ts";

/** Every mail the shop writes by itself: the event that causes it, its name, and to whom it says what. */
export const mailReactions: readonly Reaction[] = [
  writeOn(accountRegistered, "welcome", async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    const { tradeName } = senderOf(context);
    return account && { to: account.email, letter: welcomeLetter(account.firstName, tradeName) };
  }),
  // None for a code that is used, replaced or too old by now (D2).
  writeOn(resetCodeAsked, "reset-code", async (context, { accountId, resetId }) => {
    const account = await findAccount(context.db, accountId);
    const proof = await readResetProof(context, resetId);
    if (!account || !proof) return null;
    const { email, firstName } = account;
    return { to: email, letter: resetCodeLetter(firstName, proof.code, { email, code: proof.key }) };
  }),
  writeOn(passwordChanged, "password-changed", async (context, { accountId }) => {
    const account = await findAccount(context.db, accountId);
    return account && { to: account.email, letter: passwordChangedLetter(account.firstName) };
  }),
  writeOn(newDeviceUsed, "new-device", async (context, { activityId }) => {
    const login = await findActivity(context.db, activityId);
    return login && { to: login.email, letter: newDeviceLetter(login.firstName, login) };
  }),
  // If it is paid by then, the confirmation alone is sent.
  writeAboutOrder(orderPlaced, "order-placed", placedLetter, { afterMs: PLACED_MAIL_WAIT }),
  writeAboutOrder(orderPaid, "order-paid", (news, { cameBack }) =>
    paidLetter(news, { cameBack: cameBack ?? false }),
  ),
  writeAboutOrder(orderDispatched, "order-dispatched", dispatchedLetter),
  writeAboutOrder(orderDelivered, "order-delivered", deliveredLetter),
  // An order that its customer cancelled has the mail of the decision instead.
  writeAboutOrder(orderCancelled, "order-cancelled", cancelledLetter, { afterMs: CANCELLED_MAIL_WAIT }),
  writeAboutOrder(cancellationRequested, "cancellation-received", cancellationReceivedLetter),
  writeAboutOrder(cancellationDecided, "cancellation-decided", cancellationDecidedLetter),
  writeAboutOrder(orderRefunded, "order-refunded", refundedLetter),
  // Without an address of the owner the message waits in `messages list`.
  writeOn(messageReceived, "contact-message", async (context, { messageId }) => {
    const written = await findMessage(context, messageId);
    const to = ownersMailbox(context);
    if (to === null) context.log.warn("a contact message waits in 'messages list': MAIL_TO is not set");
    return written && to !== null
      ? { to, letter: contactLetter(written, { canReply: isOneAddress(written.email) }) }
      : null;
  }),
  // Without an address of the owner the warning stands in the log and in `check`.
  writeOn(goodsHeldBack, "goods-held", async (context, held) => {
    const to = ownersMailbox(context);
    const title = findProduct(context, held.productId)?.title ?? held.productId;
    return to === null ? null : { to, letter: goodsHeldLetter({ ...held, title }) };
  }),
];
