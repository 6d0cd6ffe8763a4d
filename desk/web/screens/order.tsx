import { Fragment, useState } from "react";
import { formatDate, formatDateTime, formatDeadline } from "#contract/dates.ts";
import type { Params } from "#contract/match-path.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatName } from "#contract/person-name.ts";
import { joinTexts } from "#contract/text.ts";
import { customerDetails, orderActions, orderDetails } from "#shop/orders/command-results.ts";
import { getAnswerDeadline } from "#shop/orders/cancellation.ts";
import { describeGift } from "#shop/orders/gift.ts";
import { describeCancelled } from "#shop/orders/piece-cancellation.ts";
import { getBuyerPhone } from "#shop/documents/recipient.ts";
import {
  countPieces,
  countRefunded,
  formatPieces,
  isReturnOpen,
  listReturnRequests,
} from "#shop/orders/returned-pieces.ts";
import { toShownPayment } from "#shop/orders/status.ts";
import { isTooMuchOnline } from "#shop/payments/payment.ts";
import { returnList } from "#shop/returns/command-results.ts";
import { formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { getReturnDeadline } from "#shop/returns/return-request.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import { PAYMENT_STATES } from "../labels.ts";
import {
  countLeft,
  CustomerOrders,
  DueBadge,
  findDueAt,
  listReplaced,
  OrderBadge,
  RefundBadge,
  type ShownOrder,
  Sums,
  Thumb,
} from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { getCustomerHref } from "../router.ts";
import { Acts, PhotoLinks, ScreenFrame, ScreenLink, Section, Small, ViewState } from "../screen-parts.tsx";
import { useCommands, useView } from "../use-view.ts";
import { OrderActs } from "./order-actions.tsx";
import { calculateOwnTransfer, ParcelPieces } from "./order-forms.tsx";
import {
  Courier,
  History,
  listNotes,
  listParcels,
  nameParcel,
  type Parcel,
  useRecords,
} from "./order-history.tsx";
import { WriteButton } from "./order-whatsapp.tsx";
import styles from "./order.module.css";

export default function OrderScreen({ params: { orderId = "" } }: { params: Params }) {
  const { data: order, error } = useView({ ...orderDetails, args: { orderId } });
  const possible = useView({ ...orderActions, args: { orderId } });
  const commands = useCommands();
  const records = useRecords(orderId);
  // Wait until the buttons can be shown together with the order, so that nothing moves when they appear.
  if (!order || possible.isLoading || commands.isLoading)
    return (
      <ScreenFrame title={orderId}>
        <ViewState error={error} isLoading={error === null} />
      </ScreenFrame>
    );
  // A transfer cannot be recorded twice, even if the loaded order still shows the refund as waiting.
  const canRecord = possible.data?.some(({ action, refusal }) => action === "payments" && refusal === null);
  const toTransfer = canRecord ? calculateOwnTransfer(order) : 0;
  const dueAt = findDueAt(order);
  const replaced = listReplaced(order.lines);
  // After the dispatch, the notes are in the history.
  const packingNotes = dueAt === null ? [] : listNotes(order, describeGift);
  return (
    <ScreenFrame
      title={order.orderId}
      lead={
        <>
          <span className={styles.marks}>
            <OrderBadge order={order} />
            {dueAt !== null && <DueBadge dueAt={dueAt} />}
            <RefundBadge order={{ ...order, refundAmount: (order.refundAmount ?? 0) - toTransfer }} />
          </span>
          <Progress order={order} />
        </>
      }
    >
      <Requests order={order} />
      <OpenPayment
        order={order}
        paidRefusal={possible.data?.find(({ action }) => action === "orders paid")?.refusal ?? null}
      />
      {packingNotes.length > 0 && (
        <Notice>
          {packingNotes.map((note) => (
            <p key={note} className={styles.written}>
              {note}
            </p>
          ))}
        </Notice>
      )}
      {toTransfer > 0 && (
        <Notice>
          Send {formatRupeesGrouped(toTransfer)} to {formatName(order.contact.buyer ?? order.contact)}{" "}
          yourself, then record the transfer.
        </Notice>
      )}
      <OrderActs order={order} actions={possible.data ?? []} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {replaced.length > 0 && (
            <Section title="Replacement to send, free of charge">
              <ParcelPieces pieces={replaced} />
            </Section>
          )}
          <Lines order={order} isToTransfer={toTransfer > 0} />
          <div className={styles.history}>
            <History order={order} records={records} hasNotes={dueAt === null} />
          </div>
        </div>
        <div className={styles.column}>
          <Customer order={order} />
          {order.payable !== undefined && (
            <Money order={order} payable={order.payable} toTransfer={toTransfer} />
          )}
          <div className={styles.rest}>
            <Papers order={order} />
            {order.contact.email && <OtherOrders email={order.contact.email} but={order.orderId} />}
          </div>
        </div>
      </div>
    </ScreenFrame>
  );
}

/** Shows when the order was placed, where each parcel is, and the last day for a return. */
function Progress({ order }: { order: ShownOrder }) {
  const { contact, createdAt, payable, shippingAddress } = order;
  const { deliveredAt, refundable = 0, status, promised } = order;
  const parcels = listParcels(order).filter((parcel) => parcel.dispatchedAt ?? parcel.deliveredAt);
  const [now] = useState(() => new Date());
  const returnableUntil = getReturnDeadline({ deliveredAt: deliveredAt ?? "", promised });
  return (
    <>
      {formatName(contact.buyer ?? contact)}, {shippingAddress.city}
      {payable !== undefined && ` · ${formatRupeesGrouped(payable)}`}
      <br />
      Placed {formatDateTime(createdAt)}
      {payable !== undefined && ` · ${describePayment(order, payable)}`}
      {parcels.map((parcel) => (
        <Fragment key={parcel.position}>
          <br />
          {parcels.length > 1 && `${nameParcel(parcel, order)}: `}
          {describeWhere(parcel)}
          <Courier of={parcel.tracking} />
        </Fragment>
      ))}
      {status === "Delivered" && refundable > 0 && (
        <>
          <br />
          {returnableUntil < now ? "Could" : "Can"} be returned until {formatDate(returnableUntil)}
        </>
      )}
    </>
  );
}

function describeWhere({ dispatchedAt, deliveredAt, lostAt }: Parcel): string {
  if (lostAt) return `Reported lost ${formatDate(lostAt)}, sent`;
  return deliveredAt ? `Delivered ${formatDate(deliveredAt)}` : `Sent ${formatDate(dispatchedAt ?? "")}`;
}

function Requests({ order }: { order: ShownOrder }) {
  const { cancellationStatus, cancellationRequestedAt, cancellationReasons, cancellationComments } = order;
  const { dispatchedAt, lines } = order;
  const [now] = useState(() => new Date());
  const answerBy = getAnswerDeadline(order);
  const dueAt = findDueAt({ ...order, cancellationStatus: null });
  const requests = listReturnRequests(order).map((request, at) => ({ ...request, number: at + 1 }));
  return (
    <>
      {cancellationStatus === "Pending" && (
        <Notice tone={answerBy < now ? "danger" : "warning"}>
          <p>
            The customer asks to cancel the order.
            {cancellationRequestedAt &&
              ` ${answerBy < now ? "You promised an answer by" : "Answer by"} ${formatDeadline(answerBy, now)}.`}
          </p>
          <p>
            Reason: {joinTexts(". ", cancellationReasons?.join(", "), cancellationComments) || "none given"}
          </p>
          {dispatchedAt === null && dueAt !== null && (
            <p>Not dispatched. The parcel is due {formatDispatchDay(new Date(dueAt))}.</p>
          )}
        </Notice>
      )}
      {requests.filter(isReturnOpen).map(({ number, status, pieces, reasons, comments }) => (
        <Notice key={number}>
          <p>
            {REQUESTS[status]} {formatPieces(pieces, lines)}.
          </p>
          <Small>{joinTexts(". ", reasons.join(", "), comments)}</Small>
          <ReturnPhotos orderId={order.orderId} number={number} />
        </Notice>
      ))}
    </>
  );
}

const REQUESTS: Readonly<Record<string, string>> = {
  Requested: "The customer asks to return",
  Accepted: "You accepted the return of",
  Received: "Check the returned pieces, then refund them:",
};

function ReturnPhotos({ orderId, number }: { orderId: string; number: number }) {
  const { data = [] } = useView(returnList);
  const pictures = data.find((each) => each.orderId === orderId && each.return === number)?.pictures ?? [];
  return pictures.length > 0 && <PhotoLinks pictures={pictures} />;
}

function OpenPayment({ order, paidRefusal }: OpenPaymentProps) {
  const { byPhone, cash, contact, payment, paymentLink, payUntil, status } = order;
  if (status !== "Pending" || !payUntil) return null;
  // A request to cancel comes first. Until it is answered, the order cannot be paid.
  if (order.cancellationStatus === "Pending") return null;
  const { firstName } = contact.buyer ?? contact;
  const link = `the link to ${cash ? "confirm" : "pay"}`;
  return (
    <Notice>
      <p>
        {paymentLink
          ? payment?.linkOpenedAt
            ? `${firstName} opened ${link} on ${formatDateTime(payment.linkOpenedAt)}.`
            : byPhone || cash
              ? `${contact.email ? `The shop e-mailed ${firstName}` : `Send ${firstName}`} ${link}.`
              : `${firstName} has not paid yet. You can send ${firstName} ${link}.`
          : isTooMuchOnline(order.payable ?? 0) &&
            `This total is too high for an online payment. Agree with ${firstName} on a bank transfer.`}{" "}
        {cash
          ? "If they have already agreed, confirm the order for them."
          : byPhone && "If they pay you by UPI, by bank transfer or in cash, record the payment."}
      </p>
      {!byPhone && paidRefusal !== null && !cash && (
        <p>
          {paidRefusal} <a href={toPhoneOrder(order)}>Enter it as an order by phone</a>
        </p>
      )}
      <Small>
        The pieces are reserved until {formatDateTime(payUntil)}. Then the order expires if it is not{" "}
        {cash ? "confirmed" : "paid"}.
      </Small>
    </Notice>
  );
}

interface OpenPaymentProps {
  order: ShownOrder;
  /** The reason why the owner cannot record a payment now. Null if the owner can. */
  paidRefusal: string | null;
}

const toPhoneOrder = (order: ShownOrder): string =>
  `/orders/new?${new URLSearchParams({
    phone: getBuyerPhone(order),
    line: order.lines.map(({ productId, quantity }) => `${productId}:${quantity}`).join("\n"),
  }).toString()}`;

interface LinesProps {
  order: ShownOrder;
  /** True if a refund waits for the owner's own transfer. */
  isToTransfer: boolean;
}

/** If only a replacement is left to send, the ordered pieces are collapsed, so that nobody packs them again. */
function Lines({ order, isToTransfer }: LinesProps) {
  const lost = listParcels(order).findLast(({ lostAt }) => lostAt !== null)?.lostAt;
  const list = (
    <ul className="plain">
      {order.lines.map((line, at) => {
        const { title, quantity, cancelled, imageUrl, unitPrice, productId } = line;
        const returned = countReturned(order, productId);
        const { all, sent } = countRefunded(order.refunds ?? [], line);
        const refunded = isToTransfer ? sent : all;
        const inParcels = order.partlySent && line.unsent !== undefined ? countLeft(line) - line.unsent : 0;
        return (
          <li key={at} className={styles.line}>
            <Thumb href={imageUrl} title="" />
            <span>
              {quantity} × <ScreenLink href={`/products/${productId}`}>{title}</ScreenLink>{" "}
              {cancelled > 0 && <Badge tone="danger">{describeCancelled({ cancelled, quantity })}</Badge>}{" "}
              {inParcels > 0 && <Badge tone="success">{describeSent(inParcels, countLeft(line))}</Badge>}{" "}
              {returned > 0 && <Badge>{returned} returned</Badge>}{" "}
              {refunded > 0 && <Badge>{refunded} refunded</Badge>}{" "}
              {all > refunded && <Badge tone="waiting">{all - refunded} to refund</Badge>}
            </span>
            {unitPrice !== undefined && (
              <span className={styles.sum}>{formatRupeesGrouped(unitPrice * quantity)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
  return order.sendAgainSince && !order.partlySent ? (
    <Disclosure summary={`Ordered before${lost ? ` (lost ${formatDate(lost)})` : ""}`}>{list}</Disclosure>
  ) : (
    <Section title="Pieces">{list}</Section>
  );
}

const describeSent = (sent: number, all: number): string =>
  sent === all ? `${sent} sent` : `${sent} of ${all} sent`;

const countReturned = (order: ShownOrder, productId: string): number =>
  countPieces(
    listReturnRequests(order)
      .filter(({ status }) => status === "Refunded")
      .flatMap(({ pieces }) => pieces),
    productId,
  );

function Customer({ order }: { order: ShownOrder }) {
  const { contact, shippingAddress: to } = order;
  const { buyer } = contact;
  const name = formatName(buyer ?? contact);
  const phone = getBuyerPhone(order);
  return (
    <Section title="Customer">
      <address>
        {contact.email ? <a href={getCustomerHref(contact.email)}>{name}</a> : name}
        <br />
        {buyer ? (
          <>
            <a href={`tel:+91${phone}`}>{phone}</a>
            <br />
            For {formatName(contact)}
            <br />
          </>
        ) : null}
        {to.street}
        <br />
        {to.city}, {to.state} {to.zipCode}
        <br />
        <a href={`tel:+91${to.phoneNumber}`}>{to.phoneNumber}</a>
        {contact.email && (
          <>
            <br />
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </>
        )}
      </address>
      <WriteButton order={order} label="Write on WhatsApp" />
    </Section>
  );
}

interface MoneyProps {
  order: ShownOrder;
  payable: number;
  /** The refund in paise that waits for the owner's own transfer, or 0. */
  toTransfer: number;
}

function describePayment(order: ShownOrder, payable: number): string {
  const { paymentStatus = "", refundAmount, paymentMethod } = order;
  const status = toShownPayment(paymentStatus, refundAmount, payable);
  return joinTexts(", ", PAYMENT_STATES[status] ?? status, paymentMethod);
}

function Money({ order, payable, toTransfer }: MoneyProps) {
  const { refundAmount, paymentStatus = "", paymentMethod, cash } = order;
  const isCashDue = cash && paymentStatus === "Pending" && order.status !== "Cancelled";
  return (
    <Section title="Money">
      {toTransfer > 0 && (
        <Small>{joinTexts(", ", "The refund waits for your transfer", paymentMethod)}</Small>
      )}
      <Sums
        sums={order}
        rows={[
          [isCashDue ? "Cash to collect on delivery" : "Total", payable],
          ["Refunded", toTransfer - (refundAmount ?? 0)],
          ["To refund", -toTransfer],
        ]}
      />
    </Section>
  );
}

const Papers = ({ order: { invoices = [] } }: { order: ShownOrder }) =>
  invoices.length > 0 && (
    <Section title="Papers">
      <Acts>
        {invoices.map(({ number, kind }) => (
          <Fragment key={number}>
            <PrintButton verb="invoices" args={{ document: number }} options={{ pdf: "on" }}>
              {kind === "invoice" ? "Invoice" : "Credit note"} {number}
            </PrintButton>
            {kind === "invoice" && (
              <PrintButton verb="invoices" args={{ document: number }} options={{ pdf: "on", copies: "on" }}>
                Invoice in three copies
              </PrintButton>
            )}
          </Fragment>
        ))}
      </Acts>
    </Section>
  );

const SHOWN = 4;

function OtherOrders({ email, but }: { email: string; but: string }) {
  const { data } = useView({ ...customerDetails, args: { email } });
  const others = data?.orders.filter(({ orderId }) => orderId !== but) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="Other orders of this customer">
      <CustomerOrders orders={others.slice(0, SHOWN)} />
      <a href={getCustomerHref(email)}>All orders of this customer</a>
    </Section>
  );
}
