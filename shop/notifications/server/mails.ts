import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import type { Event } from "#contract/event.ts";
import { formatCount } from "#contract/text.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import { isOneAddress, sendMail } from "#platform/mail/send-mail.ts";
import { defineSubscriber, wasDelivered, type Subscriber } from "#platform/outbox/subscriber.ts";
import {
  accountRegistered,
  newDeviceUsed,
  passwordChanged,
  resetCodeRequested,
  sessionShared,
} from "#shop/accounts/events.ts";
import { findAccount, findActivity, readResetProof } from "#shop/accounts/server/index.ts";
import { BACK_IN_STOCK_PATH, MAILS_PER_PIECE } from "#shop/back-in-stock/back-in-stock.ts";
import { productBack } from "#shop/back-in-stock/events.ts";
import { buildRequestHref, findRequest } from "#shop/back-in-stock/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { goodsHeldBack } from "#shop/checkout/events.ts";
import { messageAnswered, messageReceived } from "#shop/contact/events.ts";
import { findMessage } from "#shop/contact/server/index.ts";
import { drawPaperForMail } from "#shop/invoices/server/index.ts";
import {
  cancellationDecided,
  cancellationReopened,
  cancellationRequested,
  dispatchUndone,
  orderCancelled,
  orderCorrected,
  orderDelivered,
  orderDispatched,
  orderPaid,
  orderPartCancelled,
  orderPlaced,
  orderRefunded,
  orderReplaced,
  orderTaken,
  parcelDelivered,
  parcelLost,
} from "#shop/orders/events.ts";
import { type InvoiceKind, ORDER_PAYMENT_PATH, findOrderMailData } from "#shop/orders/server/index.ts";
import { DISPATCH_PATH, buildDispatchHref } from "#shop/parcels/server/index.ts";
import { buildOwnerHref, OWNER_PATH } from "#shop/owner-links/server/index.ts";
import type { MailAct } from "#platform/operator/mail-links.ts";
import { paymentNeedsOwner } from "#shop/payments/events.ts";
import { toReturnSubject } from "#shop/returns/return-request.ts";
import { returnChanged } from "#shop/returns/events.ts";
import { buildReviewHref, listToReview, REVIEW_PATH } from "#shop/reviews/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { findToday, listTodayFacts } from "#shop/today/server/index.ts";
import { ownerDigestDue, productLinksDue, stockLow } from "../events.ts";
import {
  writeAnswerMail,
  writeBackInStockMail,
  writeContactMail,
  writeNewDeviceMail,
  writePasswordChangedMail,
  writeResetCodeMail,
  writeSharedLoginMail,
  writeWelcomeMail,
} from "./account-mails.ts";
import { listMailFields, type MailContent } from "./mail.ts";
import {
  type OrderNews,
  writeCancellationDecidedMail,
  writeCancellationReceivedMail,
  writeCancellationReopenedMail,
  writeCancelledMail,
  writeCorrectedMail,
  writeReinvoicedMail,
  writeDeliveredMail,
  writeDispatchedMail,
  writeLostMail,
  writeNotLeftMail,
  writePaidMail,
  writePartCancelledMail,
  writeParcelDeliveredMail,
  writePlacedMail,
  writeRefundedMail,
  writeReplacedMail,
  writeReturnMail,
  writeReviewRequestMail,
  writeTakenMail,
  writeToConfirmMail,
} from "./order-mails.ts";
import {
  writeAddressChangedMail,
  writeCancellationRequestedMail,
  writeGoodsHeldMail,
  writeOrderToPackMail,
  writeOwnerDigestMail,
  writePaymentTroubleMail,
  writeProductLinksMail,
  writeReturnRequestedMail,
  writeStockLowMail,
} from "./owner-mails.ts";
import { drawTreeRingPicture, renderMail } from "./render-mail.ts";
import {
  createRefundSample,
  createSampleCancellation,
  createSampleNews,
  createSampleParcels,
  createSamplePartCancelled,
  createSampleReturn,
  createSentBackSample,
  fillSampleLink,
  type SampleFacts,
  sampleCompany,
  sampleTracking,
} from "./samples.ts";
import { getRules } from "#shop/policies/rules.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { withOwnWords } from "#shop/texts/server/index.ts";
import { getMailFrom, getOwnerMailbox, getSellerMailbox, getSender } from "./sender.ts";

/** A mail with the one address it goes to. */
interface Addressed {
  to: string;
  mail: MailContent;
  attachments?: readonly MailAttachment[];
}

/** A mail by the name that the owner knows it by; several may come of one event. */
interface Kind {
  kind: string;
  /** Its event writes no other kind. */
  isOnly: boolean;
  /** The occasion, in the owner's words. */
  when: string;
  /** A mail about nothing that has happened. */
  sample(facts: SampleFacts): MailContent | null;
  /** The mail as it would be written about this order now; null when it is not true of it. */
  about?(news: OrderNews): MailContent | null;
}

interface Mail {
  subscriber: Subscriber;
  kinds: readonly Kind[];
}

/** Most customers pay within minutes of ordering: they get one mail and not two. */
const PLACED_MAIL_WAIT = 3 * MINUTE;

/**
 * The wait before a mail about a cancelled order. By then its reason is known: an approved request has a mail of its
 * own.
 */
const CANCELLED_MAIL_WAIT = MINUTE;

/** By then a piece was washed and used a few times. */
const REVIEW_REQUEST_WAIT = 10 * DAY;

const sampleMessage = {
  id: "00000000-0000-7000-8000-000000000000",
  name: "Asha Patel",
  email: "asha@example.com",
  message: "Hello,\n\nis the large acacia board food-safe on both sides?\n\nThank you\nAsha",
};

const OWNER_AT_ONCE = ["urgent", "each"] as const;

/** Every mail of the shop: the event that causes it, whom it is written to, its papers, its wait, and a sample. */
const mails: readonly Mail[] = [
  // If it is paid by then, the confirmation alone is sent.
  defineOrderMail(orderPlaced, "order-placed", writePlacedMail, {
    afterMs: PLACED_MAIL_WAIT,
    kinds: {
      "order-placed": {
        when: `${formatCount(PLACED_MAIL_WAIT / MINUTE, "minute")} after an order, unless it is paid by then`,
        sample: (facts) =>
          createSampleNews(facts, { order: { orderStatus: "Pending", paymentStatus: "Pending" } }),
      },
    },
  }),
  defineOrderMail(orderPlaced, "order-to-confirm", writeToConfirmMail, {
    kinds: {
      "order-to-confirm": {
        when: "an order to be paid in cash when it arrives: with the link to confirm it",
        sample: (facts) =>
          createSampleNews(facts, {
            order: {
              orderStatus: "Pending",
              paymentStatus: "Pending",
              cash: { confirmBy: facts.now.toISOString() },
            },
            paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
          }),
      },
    },
  }),
  defineOrderMail(orderTaken, "order-taken", writeTakenMail, {
    kinds: {
      "order-taken": {
        when: "'orders take': with the link to pay",
        sample: (facts) =>
          createSampleNews(facts, {
            order: { orderStatus: "Pending", paymentStatus: "Pending" },
            paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
          }),
      },
    },
  }),
  defineOrderMail(
    orderPaid,
    "order-paid",
    (news, { cameBack }) => writePaidMail(news, { cameBack: cameBack ?? false }),
    {
      paper: "invoice",
      kinds: {
        "order-paid": {
          when: "an order is paid, or costs nothing: with the invoice",
          sample: createSampleNews,
        },
        "order-confirmed": {
          when: "an order to be paid in cash when it arrives is confirmed: with the invoice",
          about: (news) => (news.order.cash ? writePaidMail(news) : null),
          sample: (facts) => createSampleNews(facts, { order: { paymentStatus: "Pending", cash: {} } }),
        },
      },
    },
  ),
  defineOrderMail(orderCorrected, "order-corrected", writeCorrectedMail, {
    kinds: {
      "order-corrected": {
        when: "'orders correct', or its customer on the order's page: with the new address or company",
        sample: createSampleNews,
      },
    },
  }),
  defineOrderMail(orderCorrected, "order-reinvoiced", writeReinvoicedMail, {
    paper: "invoice",
    kinds: {
      "order-reinvoiced": {
        when: "'orders correct --gstin', or its customer on the order's page, once there was an invoice: with the new one",
        sample: (facts) => createSampleNews(facts, { order: { companyInvoice: sampleCompany } }),
        payload: { cancelledInvoice: "26-27/000000" },
      },
    },
  }),
  defineOrderMail(orderDispatched, "order-dispatched", writeDispatchedMail, {
    kinds: {
      "order-dispatched": {
        when: "'orders dispatch': with courier and number (a correction writes no second one)",
        sample: (facts) => createSampleNews(facts, { order: { tracking: sampleTracking } }),
      },
      "parcel-dispatched": {
        when: "'orders dispatch --line': with what is in the parcel, where an order goes in several",
        sample: (facts) => createSampleParcels(facts, ["Sent", "Sent"]),
        payload: { parcel: 2 },
      },
    },
  }),
  defineOrderMail(parcelDelivered, "parcel-delivered", writeParcelDeliveredMail, {
    kinds: {
      "parcel-delivered": {
        when: "'orders deliver' of one of several parcels, while others are still to come",
        sample: (facts) => createSampleParcels(facts, ["Delivered", "Sent"]),
        payload: { parcel: 1 },
      },
    },
  }),
  defineTakenBackMail(dispatchUndone, "dispatch-undone", "order-dispatched", writeNotLeftMail, {
    "dispatch-undone": {
      when: "'undo' of a dispatch that its customer was told of",
      sample: createSampleNews,
    },
  }),
  defineOrderMail(orderDelivered, "order-delivered", writeDeliveredMail, {
    kinds: {
      "order-delivered": {
        when: "'orders deliver'",
        sample: (facts) =>
          createSampleNews(facts, {
            order: { orderStatus: "Delivered", tracking: sampleTracking },
            deliveredAt: facts.now,
          }),
      },
    },
  }),
  // None when all of it is reviewed by then, was paid back, or its customer wants no such mail.
  defineMail(
    orderDelivered,
    "review-request",
    async (context, { orderId }) => {
      const toReview = await listToReview(context, orderId);
      const news = toReview.length > 0 ? await findNews(context, orderId) : null;
      const to = news?.order.contact.email;
      if (!news || !to) return null;
      const pieces = new Set(toReview.map(({ productId }) => productId._id));
      return { to, mail: writeReviewRequestMail(news, buildReviewHref(context, orderId), pieces) };
    },
    {
      "review-request": {
        when: `${formatCount(REVIEW_REQUEST_WAIT / DAY, "day")} after 'orders deliver', once: asks for a review`,
        sample: (facts) => {
          const news = createSampleNews(facts, { order: { orderStatus: "Delivered" } });
          const pieces = new Set(news.lines.map(({ productId }) => productId));
          return writeReviewRequestMail(news, fillSampleLink(REVIEW_PATH), pieces);
        },
      },
    },
    REVIEW_REQUEST_WAIT,
  ),
  // An order that its customer cancelled has the mail of the decision instead.
  defineOrderMail(orderCancelled, "order-cancelled", writeCancelledMail, {
    afterMs: CANCELLED_MAIL_WAIT,
    kinds: {
      "order-lapsed": {
        when: "an order was not paid in time",
        sample: (facts) =>
          createSampleNews(facts, {
            order: { orderStatus: "Cancelled", paymentStatus: "Expired" },
            cancelledBecause: "unpaid",
          }),
      },
      "order-unconfirmed": {
        when: "an order to be paid in cash when it arrives was not confirmed in time",
        about: (news) => (news.order.cash ? writeCancelledMail(news) : null),
        sample: (facts) =>
          createSampleNews(facts, {
            order: { orderStatus: "Cancelled", paymentStatus: "Expired", cash: {} },
            cancelledBecause: "unpaid",
          }),
      },
      "order-cancelled": {
        when: "'orders cancel': the shop cannot fulfil it",
        sample: (facts) => createRefundSample(facts, "shop"),
      },
      "order-refused": {
        when: "'orders refused': a parcel to be paid in cash was not taken at the door",
        sample: (facts) =>
          createSampleNews(facts, {
            order: { orderStatus: "Cancelled", paymentStatus: "Expired", cash: {} },
            cancelledBecause: "refused",
            creditNote: "CN26-27/000000",
          }),
      },
    },
  }),
  defineOrderMail(orderReplaced, "order-replaced", writeReplacedMail, {
    kinds: {
      "order-replaced": {
        when: "'orders replace': pieces are sent again at no charge",
        sample: (facts) => createSampleParcels(facts, ["Delivered", "Waiting"]),
        payload: { parcel: 2 },
      },
    },
  }),
  defineOrderMail(parcelLost, "parcel-lost", writeLostMail, {
    kinds: {
      "parcel-lost-refunded": {
        when: "'orders lost --refund'",
        sample: (facts) => createSampleParcels(facts, ["Lost", "Delivered"]),
        about: (news) => writeLostMail(news, { amountPaise: news.sold.refundAmount ?? 0 }),
      },
      "parcel-lost-replaced": {
        when: "'orders lost --replace'",
        sample: (facts) => createSampleParcels(facts, ["Lost", "Waiting"]),
        payload: { parcel: 1, again: 2 },
      },
    },
  }),
  defineOrderMail(orderPartCancelled, "order-part-cancelled", writePartCancelledMail, {
    kinds: {
      "order-part-cancelled": {
        when: "'orders cancel --line': pieces that the shop cannot send",
        sample: createSamplePartCancelled,
        about: (news) =>
          writePartCancelledMail(news, {
            pieces: news.lines.flatMap(({ productId, cancelled: quantity = 0 }) =>
              quantity > 0 ? [{ productId, quantity }] : [],
            ),
            amountPaise: news.sold.refundAmount ?? 0,
          }),
      },
    },
  }),
  defineOrderMail(cancellationRequested, "cancellation-received", writeCancellationReceivedMail, {
    kinds: {
      "cancellation-received": {
        when: "a customer asks to cancel",
        sample: (facts) =>
          createSampleNews(facts, { order: { cancellation: createSampleCancellation(facts.now) } }),
      },
    },
  }),
  defineOrderMail(cancellationDecided, "cancellation-decided", writeCancellationDecidedMail, {
    kinds: {
      "cancellation-approved": {
        when: "'cancellations approve'",
        sample(facts) {
          const news = createRefundSample(facts, "customer");
          const cancellation = { ...createSampleCancellation(facts.now), status: "Approved" as const };
          return { ...news, order: { ...news.order, cancellation } };
        },
      },
      "cancellation-declined": {
        when: "'cancellations decline': with your words",
        sample: (facts) =>
          createSampleNews(facts, {
            order: {
              cancellation: {
                ...createSampleCancellation(facts.now),
                status: "Rejected",
                words: "Your bowl was packed this morning and the courier has it already.",
              },
            },
          }),
      },
    },
  }),
  defineTakenBackMail(
    cancellationReopened,
    "cancellation-reopened",
    "cancellation-decided",
    writeCancellationReopenedMail,
    {
      "cancellation-reopened": {
        when: "'undo' of a declined cancellation that its customer was told of",
        sample: (facts) =>
          createSampleNews(facts, { order: { cancellation: createSampleCancellation(facts.now) } }),
      },
    },
  ),
  defineOrderMail(
    returnChanged,
    "return-changed",
    (news, { status, number }) => writeReturnMail(news, status, number),
    {
      kinds: {
        "return-requested": {
          when: "a customer asks to return pieces",
          sample: (facts) => createSampleReturn(facts, "Requested"),
          payload: { status: "Requested" },
        },
        "return-accepted": {
          when: "'returns accept'",
          sample: (facts) => createSampleReturn(facts, "Accepted"),
          payload: { status: "Accepted" },
        },
        "return-refused": {
          when: "'returns refuse': with your words",
          sample: (facts) => createSampleReturn(facts, "Refused"),
          payload: { status: "Refused" },
        },
        "return-received": {
          when: "'returns received'",
          sample: (facts) => createSampleReturn(facts, "Received"),
          payload: { status: "Received" },
        },
      },
    },
  ),
  defineOrderMail(orderRefunded, "order-refunded", writeRefundedMail, {
    paper: "credit-note",
    kinds: {
      "order-refunded-by-hand": {
        when: "'orders refund --by-hand' of an order paid in cash: with your reference and the credit note",
        about: (news) => (news.sentBack.length > 0 ? writeRefundedMail(news) : null),
        sample: createSentBackSample,
      },
      "order-refunded": {
        when: "the provider has sent money back: with the credit note",
        about: (news) => writeRefundedMail(news),
        sample(facts) {
          const news = createRefundSample(facts, "customer");
          return {
            ...news,
            creditNote: "CN26-27/000000",
            order: { ...news.order, paymentStatus: "Refunded" },
          };
        },
      },
    },
  }),
  defineMail(
    accountRegistered,
    "welcome",
    async (context, { accountId }) => {
      const account = await findAccount(context.db, accountId);
      const words = { tradeName: getSender(context).tradeName, rules: getShopRules(context) };
      return account && { to: account.email, mail: writeWelcomeMail(account.firstName, words) };
    },
    {
      welcome: {
        when: "somebody registers, or signs in for the first time with another account",
        sample: ({ seller, rules }) =>
          writeWelcomeMail("Asha", { tradeName: seller?.tradeName ?? DEFAULT_NAME, rules: getRules(rules) }),
      },
    },
  ),
  // None for a code that is used, replaced or too old by now (D2).
  defineMail(
    resetCodeRequested,
    "reset-code",
    async (context, { accountId, resetId }) => {
      const account = await findAccount(context.db, accountId);
      const proof = await readResetProof(context, resetId);
      if (!account || !proof) return null;
      const { email, firstName } = account;
      return { to: email, mail: writeResetCodeMail(firstName, proof.code, { email, code: proof.key }) };
    },
    {
      "reset-code": {
        when: "somebody forgot the password",
        sample: () =>
          writeResetCodeMail("Asha", "012345", { email: "asha@example.com", code: "sample".padEnd(43, "-") }),
      },
    },
  ),
  defineMail(
    passwordChanged,
    "password-changed",
    async (context, { accountId }) => {
      const account = await findAccount(context.db, accountId);
      return account && { to: account.email, mail: writePasswordChangedMail(account.firstName) };
    },
    {
      "password-changed": {
        when: "a password was changed, in the profile or by a code",
        sample: () => writePasswordChangedMail("Asha"),
      },
    },
  ),
  defineMail(
    newDeviceUsed,
    "new-device",
    async (context, { activityId }) => {
      const login = await findActivity(context.db, activityId);
      return login && { to: login.email, mail: writeNewDeviceMail(login.firstName, login) };
    },
    {
      "new-device": {
        when: "somebody logs in from a device that this account was never entered from",
        sample: ({ now }) =>
          writeNewDeviceMail("Asha", { device: "Chrome on Android", network: "203.0.113.x", at: now }),
      },
    },
  ),
  defineMail(
    sessionShared,
    "shared-login",
    async (context, { activityId }) => {
      const use = await findActivity(context.db, activityId);
      return use && { to: use.email, mail: writeSharedLoginMail(use.firstName, use) };
    },
    {
      "shared-login": {
        when: "the login of a program or an app is used in two places at once",
        sample: ({ now }) =>
          writeSharedLoginMail("Asha", { device: "curl", network: "203.0.113.x", at: now }),
      },
    },
  ),
  // None for an address that was deleted or refused it meanwhile.
  defineMail(
    productBack,
    "back-in-stock",
    async (context, { requestId }) => {
      const request = await findRequest(context, requestId);
      const product = request && findProductSummary(context, request.productId);
      if (!product) return null;
      const mail = writeBackInStockMail(
        { productId: product._id, title: product.title },
        buildRequestHref(context, request),
      );
      return { to: request.email, mail };
    },
    {
      "back-in-stock": {
        when: `a sold-out product is back: once to each who asked, ${MAILS_PER_PIECE} for each piece`,
        sample: ({ products: [product] }) =>
          writeBackInStockMail(
            { productId: product?._id ?? "everyday-bowl", title: product?.title ?? "Acacia Everyday Bowl" },
            fillSampleLink(BACK_IN_STOCK_PATH),
          ),
      },
    },
  ),
  // Without an address of the owner the message waits in `messages list`.
  defineMail(
    messageReceived,
    "contact-message",
    async (context, { messageId }) => {
      const written = await findMessage(context, messageId);
      const to = getOwnerMailbox(context);
      if (to === null) context.log.warn("a contact message waits in 'messages list': MAIL_TO is not set");
      return written && to !== null
        ? { to, mail: writeContactMail(written, { canReply: isOneAddress(written.email) }) }
        : null;
    },
    {
      "contact-message": {
        when: "somebody writes on the contact page: to you (MAIL_TO), answers go to the writer",
        sample: ({ now }) => writeContactMail({ ...sampleMessage, receivedAt: now }, { canReply: true }),
      },
    },
  ),
  defineMail(
    messageAnswered,
    "message-answered",
    async (context, { messageId }) => {
      const written = await findMessage(context, messageId);
      if (!written || written.answer === null) return null;
      const { email: to, answer } = written;
      return { to, mail: writeAnswerMail({ ...written, answer }, getSender(context)) };
    },
    {
      "message-answered": {
        when: "'messages answer': your answer to somebody who wrote on the contact page",
        sample: ({ now, seller }) =>
          writeAnswerMail(
            {
              ...sampleMessage,
              receivedAt: now,
              answer: "Yes, it is, on both sides.\n\nA drop of oil now and then keeps it so.",
            },
            { tradeName: seller?.tradeName ?? DEFAULT_NAME },
          ),
      },
    },
  ),
  // Without an address of the owner the warning is in the log and in `check`.
  defineMail(
    goodsHeldBack,
    "goods-held",
    async (context, held) => {
      const to = getOwnerMailbox(context);
      const title = findProductSummary(context, held.productId)?.title ?? held.productId;
      return to === null ? null : { to, mail: writeGoodsHeldMail({ ...held, title }) };
    },
    {
      "goods-held": {
        when: "orders of the same pieces expire unpaid again and again: to you (MAIL_TO)",
        sample: ({ products: [product] }) =>
          writeGoodsHeldMail({
            productId: product?._id ?? "everyday-bowl",
            title: product?.title ?? "Acacia Everyday Bowl",
            pattern: "customer",
            lapsed: 3,
          }),
      },
    },
  ),
  defineOwnerMail(
    orderPaid,
    "owner-order-paid",
    ["each"],
    async (context, { orderId }) => {
      const news = await findNews(context, orderId);
      return news && writeOrderToPackMail(news, buildDispatchHref(context, orderId));
    },
    {
      "owner-order-paid": {
        when: "an order is paid: to you, with OWNER_MAILS=each; else it is in the digest",
        sample: (facts) => writeOrderToPackMail(createSampleNews(facts), fillSampleLink(DISPATCH_PATH)),
      },
    },
  ),
  defineOwnerMail(
    cancellationRequested,
    "owner-cancellation",
    OWNER_AT_ONCE,
    async (context, { orderId }) => {
      const news = await findNews(context, orderId);
      return (
        news &&
        writeCancellationRequestedMail(
          news,
          buildOwnerHref(context, { act: "cancellation", subject: orderId }),
        )
      );
    },
    {
      "owner-cancellation": {
        when: "a customer asks to cancel: to you, with the deadline",
        sample: (facts) =>
          writeCancellationRequestedMail(
            createSampleNews(facts, { order: { cancellation: createSampleCancellation(facts.now) } }),
            fillSampleLink(OWNER_PATH),
          ),
      },
    },
  ),
  defineOwnerMail(
    orderCorrected,
    "owner-address-changed",
    OWNER_AT_ONCE,
    async (context, { orderId, ...corrected }) => {
      const news = corrected.by === "customer" ? await findNews(context, orderId) : null;
      return news && writeAddressChangedMail(news, corrected);
    },
    {
      "owner-address-changed": {
        when: "a customer changes where an order goes, or the company of its invoice: to you, before it leaves",
        sample: (facts) => writeAddressChangedMail(createSampleNews(facts)),
      },
    },
  ),
  defineOwnerMail(
    returnChanged,
    "owner-return",
    OWNER_AT_ONCE,
    async (context, { orderId, number = 1 }) => {
      const news = await findNews(context, orderId);
      const subject = toReturnSubject({ orderId, status: "Requested", number });
      return (
        news && writeReturnRequestedMail(news, buildOwnerHref(context, { act: "return", subject }), number)
      );
    },
    {
      "owner-return": {
        when: "a customer asks to return pieces: to you",
        sample: (facts) =>
          writeReturnRequestedMail(createSampleReturn(facts, "Requested"), fillSampleLink(OWNER_PATH)),
      },
    },
  ),
  defineOwnerMail(
    paymentNeedsOwner,
    "owner-payment",
    OWNER_AT_ONCE,
    async (_context, trouble) => writePaymentTroubleMail(trouble),
    {
      "owner-payment-trouble": {
        when: "money does not add up, or a refund failed: to you",
        sample: () =>
          writePaymentTroubleMail({
            orderId: "TRV-SAMPLE",
            kind: "trouble",
            what: "the refund of ₹2,022.64 failed: The bank did not take the money back.",
            remedy: "payments retry-refund TRV-SAMPLE",
          }),
      },
      "owner-dispute": {
        when: "a customer's bank disputes a payment: to you",
        sample: () =>
          writePaymentTroubleMail({
            orderId: "TRV-SAMPLE",
            kind: "dispute",
            what: "the customer's bank disputes ₹2,022.64 (disp_SAMPLE): it takes the money back unless you answer in time",
            remedy: "answer disp_SAMPLE in the provider's dashboard, then payments seen TRV-SAMPLE",
          }),
      },
    },
  ),
  defineOwnerMail(
    stockLow,
    "owner-stock-low",
    ["each"],
    async (context, low) =>
      writeStockLowMail(low, buildOwnerHref(context, { act: "count", subject: low.productId })),
    {
      "owner-stock-low": {
        when: "few pieces of a product are left (LOW_STOCK): to you, with OWNER_MAILS=each; else it is in the digest",
        sample: ({ products: [product] }) =>
          writeStockLowMail(
            {
              productId: product?._id ?? "everyday-bowl",
              title: product?.title ?? "Acacia Everyday Bowl",
              left: 2,
            },
            fillSampleLink(OWNER_PATH),
          ),
      },
    },
  ),
  defineMail(
    productLinksDue,
    "owner-product",
    async (context, { productId }) => {
      const to = getOwnerMailbox(context);
      const title = findProductSummary(context, productId)?.title;
      if (to === null || title === undefined) return null;
      const hrefTo = (act: string) => buildOwnerHref(context, { act, subject: productId });
      return {
        to,
        mail: writeProductLinksMail(title, { count: hrefTo("count"), picture: hrefTo("picture") }),
      };
    },
    {
      "owner-product": {
        when: "you asked for it with 'links mail': to you (MAIL_TO)",
        sample: ({ products: [product] }) => {
          const href = fillSampleLink(OWNER_PATH);
          return writeProductLinksMail(product?.title ?? "Acacia Everyday Bowl", {
            count: href,
            picture: href,
          });
        },
      },
    },
  ),
  defineOwnerMail(ownerDigestDue, "owner-digest", ["urgent", "digest"], writeDigest, {
    "owner-digest": {
      when: "at 8 in the morning, when something waits or something was sold: to you, unless OWNER_MAILS=each",
      sample: () =>
        writeOwnerDigestMail({
          facts: { "To pack": "1 order", Overdue: "0", "Sold yesterday": "₹2,022.64, 1 order" },
          waiting: [
            {
              about: "TRV-SAMPLE",
              what: "Asha Patel, Pune, ₹2,022.64: to leave by Wed 25 Nov",
              remedy: "orders dispatch TRV-SAMPLE --courier … --number …",
              way: { label: "Mark as dispatched", href: fillSampleLink(DISPATCH_PATH) },
            },
            {
              about: "TRV-SAMPLE",
              what: "its customer asks to cancel it: answer by 21 Nov 2026 at 1:30 pm",
              remedy: "cancellations approve TRV-SAMPLE, or decline",
              way: { label: "Decide", href: fillSampleLink(OWNER_PATH) },
            },
          ],
        }),
    },
  }),
];

/** The subscribers that send the mails. */
export const mailSubscribers: readonly Subscriber[] = mails.map(({ subscriber }) => subscriber);

/** Every kind of mail, with what makes the shop write it. */
export const mailKinds: readonly Kind[] = mails.flatMap(({ kinds }) => kinds);

const getKind = (name: string): Kind => {
  const found = mailKinds.find(({ kind }) => kind === name);
  if (!found) throw new Error(`There is no mail ${name}.`);
  return found;
};

/** Whether a kind is about an order, so that it can be shown of a real one. */
export const isOrderMail = (kind: string): boolean => getKind(kind).about !== undefined;

/** The mail as it would be written about this order now; null when it is not true of it. */
export const writeOrderMail = (kind: string, news: OrderNews): MailContent | null =>
  getKind(kind).about?.(news) ?? null;

/** A mail about nothing that has happened, and it says so. */
export function writeSampleMail(kind: string, facts: SampleFacts): MailContent {
  const mail = getKind(kind).sample(facts);
  if (!mail) throw new Error(`The sample of ${kind} does not fit its own kind.`);
  return { ...mail, isSample: true };
}

/** An order as mails describe it, as it is now; null when there is none. */
export async function findNews(context: Context, orderId: string): Promise<OrderNews | null> {
  const data = await findOrderMailData(context, orderId);
  return data && { ...data, seller: findSeller(context), now: context.now() };
}

/**
 * A mail that is written when an event is published; none when `write` gives null, as nothing has to be said any more.
 * The delivery's id becomes the Message-ID. A file is written exactly once. A mail server gets a mail once, except when
 * the shop crashes, or the connection breaks, after it accepted the mail and before that is recorded: then again, under the
 * same Message-ID.
 */
function defineMail<Payload>(
  event: Event<Payload>,
  name: string,
  write: (context: Context, payload: Payload) => Promise<Addressed | null>,
  kinds: Record<string, Omit<Kind, "kind" | "isOnly">>,
  afterMs = 0,
): Mail {
  const [only = null, ...others] = Object.keys(kinds);
  const isOnly = others.length === 0;
  const subscriber = defineSubscriber(
    event,
    `notifications.${name}`,
    async (context, payload, delivery) => {
      const written = await write(context, payload);
      if (!written) return;
      const { to, attachments = [] } = written;
      const replyTo = getSellerMailbox(context);
      const content = inOwnWords(context, isOnly ? only : null, written.mail);
      const ring = await drawRing(context, content);
      const mail = renderMail(content, getSender(context), ring && `cid:${TREE_RING}`);
      await sendMail(
        { ...context.config, mailFrom: getMailFrom(context) },
        {
          to,
          ...(replyTo !== null && { replyTo }),
          ...mail,
          attachments: ring ? [...attachments, ring] : attachments,
        },
        delivery.id,
      );
    },
    { goesOutside: true, afterMs },
  );
  return { subscriber, kinds: Object.entries(kinds).map(([kind, row]) => ({ kind, isOnly, ...row })) };
}

/** The mail in the words that the owner has written for its kind; as it came where there are none, or none that fit. */
export function inOwnWords(context: Context, kind: string | null, mail: MailContent): MailContent {
  const { words = kind } = mail;
  return words === null ? mail : withOwnWords(context, words, mail, listMailFields(mail));
}

const TREE_RING = "tree-ring";

/** More mails than this at a time go without their pictures: none waits for one. */
const MOST_DRAWN = 3;

let drawn = 0;

/** The slice of a tree in a mail as a picture that goes along with it, as mail programs show no SVG. */
async function drawRing({ log }: Context, { treeRing }: MailContent): Promise<MailAttachment | null> {
  if (!treeRing || drawn >= MOST_DRAWN) return null;
  drawn++;
  try {
    const bytes = await drawTreeRingPicture(treeRing);
    return { fileName: `${TREE_RING}.png`, type: "image/png", bytes, contentId: TREE_RING };
  } catch (cause) {
    log.warn({ err: cause }, "a mail goes without its picture");
    return null;
  } finally {
    drawn--;
  }
}

interface OrderMailOptions<Payload> {
  /** It is written so much later, in milliseconds, about the order as it is then. */
  afterMs?: number;
  paper?: InvoiceKind;
  /** `payload`: what an event of this kind says, or `about`: the mail without one, where the mail depends on it. */
  kinds: Record<
    string,
    {
      when: string;
      sample(facts: SampleFacts): OrderNews;
      payload?: Partial<Payload>;
      about?(news: OrderNews): MailContent | null;
    }
  >;
}

/**
 * A mail to the address typed at the checkout (D61), with this paper of the order; a customer who deleted their account
 * has none.
 */
function defineOrderMail<Payload extends { orderId: string; creditNote?: string }>(
  event: Event<Payload>,
  name: string,
  write: (news: OrderNews, payload: Payload) => MailContent | null,
  { afterMs, paper, kinds }: OrderMailOptions<Payload>,
): Mail {
  return defineMail(
    event,
    name,
    async (context, payload) => {
      const news = await findNews(context, payload.orderId);
      const to = news?.order.contact.email;
      const mail = news && write(news, payload);
      if (!to || !mail) return null;
      // An event may come late, when the order has further credit notes.
      const { orderId, creditNote } = payload;
      const attachments = paper ? await drawPaperForMail(context, orderId, paper, creditNote) : [];
      return { to, mail, attachments };
    },
    Object.fromEntries(
      Object.entries(kinds).map(([kind, { when, sample, payload, about: own }]) => {
        const about = own ?? ((news: OrderNews) => write(news, { ...payload } as Payload));
        return [kind, { when, about, sample: (facts: SampleFacts) => about(sample(facts)) }];
      }),
    ),
    afterMs,
  );
}

/** A mail that takes another one back: only to whom that was written, or is being written just now. */
function defineTakenBackMail(
  event: Event<{ orderId: string; parcel?: number; at: string }>,
  name: string,
  first: string,
  write: (news: OrderNews, about?: { parcel?: number | undefined }) => MailContent | null,
  kinds: Record<string, { when: string; sample(facts: SampleFacts): OrderNews }>,
): Mail {
  return defineMail(
    event,
    name,
    async (context, { orderId, parcel, at }) => {
      const about = { orderId, ...(parcel !== undefined && { parcel }) };
      const wasTaken = await wasDelivered(context.db, `notifications.${first}`, about, new Date(at));
      if (!wasTaken) return null;
      const news = await findNews(context, orderId);
      const to = news?.order.contact.email;
      const mail = news && write(news, { parcel });
      return to && mail ? { to, mail } : null;
    },
    Object.fromEntries(
      Object.entries(kinds).map(([kind, { when, sample }]) => [
        kind,
        {
          when,
          about: (news: OrderNews) => write(news),
          sample: (facts: SampleFacts) => write(sample(facts)),
        },
      ]),
    ),
  );
}

/** A mail to the owner about the shop's day, where the setting OWNER_MAILS has it. */
function defineOwnerMail<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (context: Context, payload: Payload) => Promise<MailContent | null>,
  kinds: Record<string, Omit<Kind, "kind" | "isOnly">>,
): Mail {
  return defineMail(
    event,
    name,
    async (context, payload) => {
      const to = getOwnerMailbox(context);
      if (to === null || !modes.includes(context.config.ownerMails)) return null;
      const mail = await write(context, payload);
      return mail && { to, mail };
    },
    kinds,
  );
}

/** None on a day on which nothing waits and nothing was sold. */
async function writeDigest(context: Context): Promise<MailContent | null> {
  const today = await findToday(context);
  const { trouble, toAnswer, toPack, comingBack, lowStock, yesterday } = today;
  // The page of a dispatch link sends an order once: what is left of one takes a command.
  const withLinks = toPack.map(({ isRest, ...each }) =>
    isRest
      ? each
      : { ...each, way: { label: "Mark as dispatched", href: buildDispatchHref(context, each.about) } },
  );
  const withWay = <Waiting extends { act?: MailAct }>({ act, ...each }: Waiting, label: string) =>
    act ? { ...each, way: { label, href: buildOwnerHref(context, act) } } : each;
  const waiting = [
    ...trouble,
    ...toAnswer.map((each) => withWay(each, "Decide")),
    ...withLinks,
    ...comingBack.map((each) => withWay(each, "The parcel is here")),
    ...lowStock.map((each) => withWay(each, "Count the pieces")),
  ];
  if (waiting.length === 0 && yesterday.orders === 0) return null;
  return writeOwnerDigestMail({ facts: listTodayFacts(today), waiting });
}
