import { describeWait } from "#shop/orders/gift.ts";
import { formatName } from "#contract/person-name.ts";
import { customerDetails, orderActions, orderDetails } from "#shop/orders/command-results.ts";
import { describeDirectPayment } from "#shop/orders/describe-for-owner.ts";
import { countPieces, formatPieces, isReturnOpen, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { USUAL_RETURN_PAYER } from "#shop/returns/return-request.ts";
import { returnList } from "#shop/returns/command-results.ts";
import type { DataOf } from "#contract/command-data.ts";
import { auditList, undoList } from "#contract/operator-results.ts";
import { describeCancelled } from "#shop/orders/piece-cancellation.ts";
import { getUnrefunded, toShownPayment } from "#shop/orders/status.ts";
import { getBuyerPhone } from "#shop/orders/recipient.ts";
import { joinTexts } from "#contract/text.ts";
import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import { formatDate, formatDateTime } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { SECOND } from "#contract/time.ts";
import { ButtonLink, type ButtonVariant } from "#ui/button.tsx";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextArea } from "#ui/field.tsx";
import { Unbroken } from "#ui/unbroken.tsx";
import type { DescribedCommand } from "../../calls.ts";
import { ChangeButton } from "../changeable.tsx";
import { type Alternatives, CommandButton, type FieldGroup, type Values } from "../command-form.tsx";
import { CopyButton } from "../copy-button.tsx";
import { DialogButton } from "../dialog-button.tsx";
import { PAYMENT_STATES } from "../labels.ts";
import { LAST_COURIER } from "../parcels-form.tsx";
import { countLeft, OrderBadge, Thumb } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { getCustomerHref, useLeaveWarning } from "../router.ts";
import { Acts, PhotoLinks, ScreenFrame, ScreenLink, Section, Small, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { findCommand, useCommand, useCommands, useView } from "../use-view.ts";
import { listWords } from "../word-field.tsx";
import styles from "./order.module.css";

type ShownOrder = DataOf<typeof orderDetails>;
type Parcel = NonNullable<ShownOrder["parcels"]>[number];

export default function OrderScreen({ params: { orderId = "" } }: { params: Params }) {
  const { data: order, error } = useView({ ...orderDetails, args: { orderId } });
  const possible = useView({ ...orderActions, args: { orderId } });
  const commands = useCommands();
  const records = useRecords(orderId);
  // Wait until the buttons can be shown together with the order, so that nothing moves when they appear.
  if (!order || possible.isLoading || commands.isLoading)
    return <ViewState error={error} isLoading={error === null} />;
  return (
    <ScreenFrame
      title={order.orderId}
      lead={`Placed ${formatDateTime(order.createdAt)}`}
      actions={
        <>
          {isToSendAgain(order) ? (
            <Badge tone="waiting">Pieces to send again</Badge>
          ) : (
            <OrderBadge order={order} />
          )}
          {getShownPayment(order) === "Partly refunded" && <Badge>Partly refunded</Badge>}
        </>
      }
    >
      <Requests order={order} />
      <OpenPayment order={order} />
      <OrderActs order={order} actions={possible.data ?? []} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Lines order={order} />
          <div className={styles.history}>
            <History order={order} records={records} />
          </div>
        </div>
        <div className={styles.column}>
          <Customer order={order} />
          {order.payable !== undefined && <Money order={order} payable={order.payable} />}
          <div className={styles.rest}>
            <Papers order={order} />
            {order.contact.email && <EarlierOrders email={order.contact.email} but={order.orderId} />}
          </div>
        </div>
      </div>
    </ScreenFrame>
  );
}

const getShownPayment = ({ paymentStatus, refundAmount, payable = 0 }: ShownOrder): string =>
  toShownPayment(paymentStatus ?? "", refundAmount, payable);

/** True if all pieces were sent once and some of them have to be sent again. */
const isToSendAgain = ({ dispatchedAt, partlySent, parcels = [] }: ShownOrder): boolean =>
  dispatchedAt !== null && !partlySent && parcels.some(({ status }) => status === "Waiting");

/** The customer's requests for a cancellation or a return. The buttons below accept or refuse them. */
function Requests({ order }: { order: ShownOrder }) {
  const { cancellationStatus, cancellationReasons, cancellationComments, lines } = order;
  const requests = listReturnRequests(order).map((request, at) => ({ ...request, number: at + 1 }));
  return (
    <>
      {cancellationStatus === "Pending" && (
        <Notice>
          <p>The customer asks to cancel the order.</p>
          <Small>{joinTexts(". ", cancellationReasons?.join(", "), cancellationComments)}</Small>
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

/** The next step for an order that the customer still has to pay or confirm. Buttons below it copy or send a link. */
function OpenPayment({
  order: { byPhone, cash, contact, payment, paymentLink, payUntil, status },
}: {
  order: ShownOrder;
}) {
  if (status !== "Pending" || !payUntil || !(paymentLink || byPhone)) return null;
  const { firstName } = contact.buyer ?? contact;
  const link = `the link to ${cash ? "confirm" : "pay"}`;
  return (
    <Notice>
      <p>
        {!paymentLink
          ? `This total is too high for an online payment. Agree with ${firstName} on a bank transfer.`
          : payment?.linkOpenedAt
            ? `${firstName} opened ${link} on ${formatDateTime(payment.linkOpenedAt)}.`
            : `${contact.email ? `We e-mailed ${firstName}` : `Send ${firstName}`} ${link}.`}{" "}
        {cash
          ? "If they have already agreed, confirm the order for them."
          : "If they pay you by UPI, by bank transfer or in cash, record the payment."}
      </p>
      <Small>The pieces are reserved until {formatDateTime(payUntil)}.</Small>
    </Notice>
  );
}

interface ActionButton {
  name: string;
  label: string;
  variant: ButtonVariant;
  known?: Readonly<Record<string, string>>;
}

function listActs(order: ShownOrder, actions: DataOf<typeof orderActions>): ActionButton[] {
  const returns = new Set(actions.flatMap(({ return: number }) => number ?? [])).size;
  const asksToCancel = actions.some(
    ({ action, refusal }) => action === "orders cancel --approve" && refusal === null,
  );
  // Omit "Cancel the order" if "Approve cancellation" is possible, because that also answers the customer.
  const possible = actions.filter(
    ({ action, refusal }) => refusal === null && !(asksToCancel && action === "orders cancel"),
  );
  const buttons = listButtons(order).flatMap(([name, label, variant = "secondary", isFor = () => true]) =>
    possible
      .filter((each) => each.action === name && isFor(each.return))
      .map(({ return: number }) => ({
        name,
        label: number === undefined || returns < 2 ? label : `${label} (return ${number})`,
        variant,
        known: {
          ...(number !== undefined && { return: String(number) }),
          ...(name.includes(" --") && { [name.replace(/.* --/, "")]: "on" }),
        },
      })),
  );
  const rank = ({ variant }: ActionButton) => ["primary", "secondary", "quiet"].indexOf(variant);
  return buttons
    .toSorted((first, other) => rank(first) - rank(other))
    .map((button, at) =>
      at > 0 && button.variant === "primary" ? { ...button, variant: "secondary" } : button,
    );
}

type Button = [
  action: string,
  label: string,
  variant?: ButtonVariant,
  /** True if the button is for the return with this number. Without `isFor`, it is for every return. */
  isFor?: (number: number | undefined) => boolean,
];

function listButtons(order: ShownOrder): Button[] {
  const isSent = order.dispatchedAt !== null;
  const isComing = (number = 1) => listReturnRequests(order)[number - 1]?.status === "Accepted";
  return [
    ["payments --retry", "Retry the refund", "primary"],
    ["payments", "Record your own transfer"],
    ["payments --seen", "Mark the problem as seen"],
    ["orders cancel --approve", "Approve cancellation", "primary"],
    ["orders cancel --decline", "Decline cancellation"],
    ["returns --accept", "Accept the return", "primary"],
    ["returns --refund", "Received: refund now", "primary", isComing],
    ["returns --refund", "Refund the return", "primary", (number) => !isComing(number)],
    ["returns --received", "Received: refund later"],
    ["returns --refuse", "Refuse the return"],
    ["orders paid", "Record a payment", order.paymentLink ? "secondary" : "primary"],
    ["orders confirm", "Confirm for the customer", "primary"],
    [
      "orders dispatch",
      isWaiting(order) ? "Dispatch" : "Change the courier",
      isWaiting(order) ? "primary" : "quiet",
    ],
    ["orders deliver", isSent ? "Mark as delivered" : "Handed over in person", isSent ? "primary" : "quiet"],
    ["orders refund --lost", "Refund a lost parcel", "quiet"],
    ["orders replace --lost", "Replace a lost parcel", "quiet"],
    ["orders cancel --refused", "Refused at the door", "quiet"],
    ["orders settle", "Record courier’s payment"],
    ["orders replace", isReplacementWaiting(order) ? "Cancel the replacement" : "Send again", "quiet"],
    ["orders correct", "Correct the address"],
    // An open return is refunded with its own button, so this button is then less prominent.
    ["orders refund", "Refund", listReturnRequests(order).some(isReturnOpen) ? "quiet" : "secondary"],
    ["orders cancel", "Cancel the order"],
  ];
}

/** True if pieces of the order still have to be sent. */
const isWaiting = ({ dispatchedAt, partlySent, parcels = [] }: ShownOrder): boolean =>
  dispatchedAt === null || partlySent || parcels.some(({ status }) => status === "Waiting");

/** True if a replacement has not been sent yet. It can be cancelled, and no other replacement is possible. */
const isReplacementWaiting = ({ parcels = [] }: ShownOrder): boolean =>
  parcels.some(({ isReplacement, status }) => isReplacement && status === "Waiting");

function OrderActs({ order, actions }: { order: ShownOrder; actions: DataOf<typeof orderActions> }) {
  const { data: commands = [] } = useCommands();
  const acts = listActs(order, actions);
  const drawButton = (act: ActionButton) => {
    const form = buildForm(act, order, commands);
    if (!form) return null;
    const { name, known, expected } = form.props;
    return form.hasFields ? (
      <ChangeButton
        key={act.label}
        {...form.props}
        title={`${act.label.replace("Received: refund now", "Refund the return")}: ${order.orderId}`}
        asksBelow
        needed={act.name === "orders paid" ? listNeededForPayment : (NEEDED[act.name] ?? [])}
        label={act.name === "returns --refund" ? "Refund" : act.label}
        variant={act.variant}
        lines={act.name === "orders refund" ? listRefundable(order) : listLeft(order)}
        onDone={rememberCourier}
      >
        {act.label}
      </ChangeButton>
    ) : (
      <CommandButton key={act.label} name={name} values={known} variant={act.variant} expected={expected}>
        {act.label}
      </CommandButton>
    );
  };
  return (
    <Acts>
      {acts.filter(({ variant }) => variant === "primary").map(drawButton)}
      {order.paymentLink && (
        <>
          <WhatsAppLink
            variant={order.cash ? "secondary" : "primary"}
            order={order}
            text={suggestText(order)}
          >
            Send the link on WhatsApp
          </WhatsAppLink>
          <CopyButton text={order.paymentLink} doneText="The link is copied.">
            Copy the link
          </CopyButton>
        </>
      )}
      {order.status !== "Cancelled" && order.status !== "Pending" && (
        <PrintButton args={{ orderId: order.orderId }} options={{ slip: "on", label: "on", together: "on" }}>
          Slip and label
        </PrintButton>
      )}
      {acts.filter(({ variant }) => variant !== "primary").map(drawButton)}
    </Acts>
  );
}

function rememberCourier({ courier }: Values): void {
  if (typeof courier === "string" && courier !== "") localStorage.setItem(LAST_COURIER, courier);
}

function buildForm(act: ActionButton, order: ShownOrder, commands: readonly DescribedCommand[]) {
  const name = act.name.replace(/ --.*/, "");
  const command = findCommand(commands, name);
  const [first] = command?.args ?? [];
  if (!command || !first) return null;
  const groups = groupFields(act, order);
  const hidden = [
    first.name,
    ...HIDDEN,
    ...Object.keys(act.known ?? {}),
    ...(act.name === "orders deliver" ? ["in-person"] : []),
    ...(act.name === "orders replace" ? ["call-off"] : []),
    ...((order.parcels?.length ?? 1) < 2 ? ["parcel"] : []),
  ];
  const names = groups?.flatMap((group) => group.names) ?? listWords(command).map((word) => word.name);
  return {
    props: {
      name,
      known: { [first.name]: order.orderId, ...act.known, ...presetFields(act, order) },
      hidden,
      groups,
      alternatives: listAlternatives(act, order),
      hints: listHints(act, order),
      // The shop refuses the form if this revision of the order has changed. `payments` has a different revision.
      expected: name === "payments" ? undefined : order.updatedAt,
    },
    hasFields: names.some((name) => !hidden.includes(name)),
  };
}

const YOUR_TRANSFER =
  'the reference of your transfer, e.g. "UPI 428812345678"; leave it empty if you send the money later';

/**
 * Hints to show instead of a command's own hints. They do not mention the whole order, because the form offers it as a
 * separate choice above the fields.
 */
const HINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The choices of the field `way-back` need no hint.
  "returns --accept": { "way-back": "", words: "for example who collects the parcel" },
  "returns --refuse": { words: "why you refuse; the customer reads it" },
  "returns --refund": {
    amount: "in rupees, instead of the price of the pieces",
    "by-hand": YOUR_TRANSFER,
  },
  "orders refund": {
    line: "the pieces that came back",
    amount: "in rupees",
    "by-hand": YOUR_TRANSFER,
  },
  "orders cancel --approve": { amount: "in rupees, instead of the whole payment" },
  "orders cancel": { line: "the pieces to cancel before they are dispatched; the rest is sent" },
  "orders dispatch": { line: "the pieces in this parcel" },
};

/** Returns the hints of a form. The hint of an amount also contains the limit. */
function listHints({ name }: ActionButton, { paymentStatus, refundAmount = null, payable = 0 }: ShownOrder) {
  const { amount, ...hints } = HINTS[name] ?? {};
  const limit = `up to ${formatRupeesGrouped(getUnrefunded({ paymentStatus: paymentStatus ?? "", refundAmount, payable }))}`;
  return amount === undefined ? hints : { ...hints, amount: `${amount}, ${limit}` };
}

/** Options without a field: the last four have their own buttons, and the others apply to several orders. */
const HIDDEN = ["from", "columns", "skip-faulty", "lost", "refused", "approve", "decline"];

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  payments: ["by-hand"],
  "orders refund": ["line", "amount"],
  "orders cancel": ["line", "reason"],
  "orders cancel --refused": ["reason"],
  "orders dispatch": ["line"],
  "orders replace": ["line"],
  "orders cancel --decline": ["words"],
  // The field has a preset value (see `presetFields`). It is required, so that it offers no empty option.
  "returns --accept": ["way-back"],
  "returns --refuse": ["words"],
};

/** Payments by UPI and bank transfer have a reference. */
const listNeededForPayment = ({ by }: Values) => (by === "upi" || by === "bank" ? ["reference"] : []);

function presetFields({ name }: ActionButton, order: ShownOrder): Record<string, string> {
  const { tracking, dispatchedAt, parcels = [], shippingAddress: to } = order;
  if (name === "orders correct")
    return { street: to.street, pin: to.zipCode, city: to.city, state: to.state, phone: to.phoneNumber };
  if (name === "returns --accept") return { "way-back": USUAL_RETURN_PAYER };
  if (name === "orders dispatch" && isWaiting(order))
    return { courier: localStorage.getItem(LAST_COURIER) ?? "" };
  if (name === "orders dispatch" && tracking && parcels.length < 2)
    return { courier: tracking.courier, number: tracking.number };
  if (name === "orders replace") {
    if (isReplacementWaiting(order)) return { "call-off": "on" };
    const [only] = listLeft(order);
    return only && !hasSeveralPieces(order) ? { line: `${only.productId}:1` } : {};
  }
  return name === "orders deliver" && dispatchedAt === null ? { "in-person": "on" } : {};
}

const hasSeveralPieces = (order: ShownOrder): boolean =>
  listLeft(order).reduce((sum, { quantity }) => sum + quantity, 0) > 1;

/** Returns the choices in a form between the whole order and a part of it; undefined if there is nothing to choose. */
function listAlternatives({ name }: ActionButton, order: ShownOrder): Alternatives | undefined {
  const hasSeveral = hasSeveralPieces(order);
  if (name === "orders refund")
    return {
      label: "What to refund",
      fields: {
        ...(canRefundPieces(order) && { "Some pieces": ["line", "restock"] }),
        All: ["restock"],
        "An amount": ["amount"],
      },
    };
  if (!hasSeveral) return undefined;
  if (name === "orders cancel")
    return { label: "What to cancel", fields: { All: [], "Some pieces": ["line"] } };
  return name === "orders dispatch" && isWaiting(order)
    ? { label: "Contents of the parcel", fields: { "All pieces": [], "Some pieces": ["line"] } }
    : undefined;
}

/** Groups the fields of a form. Fields that most parcels and refunds do not need are initially collapsed. */
function groupFields({ name }: ActionButton, order: ShownOrder): readonly FieldGroup[] | undefined {
  const { parcels = [] } = order;
  const pieces = hasSeveralPieces(order) ? ["line"] : [];
  if (name === "payments") return [{ title: "Your transfer", names: ["by-hand"] }];
  if (name.startsWith("payments") || name === "returns --received") return [];
  if (name === "orders correct")
    return [
      { title: "Delivery address", names: ["street", "pin", "city", "state", "phone"] },
      {
        title: "Invoice to a company",
        names: ["company", "company-address", "gstin", "company-email"],
        isFolded: true,
      },
    ];
  if (NEEDED[name]?.[0] === "words") return [{ title: "Why", names: ["words"] }];
  if (name === "returns --accept")
    return [
      { title: "Return shipping", names: ["way-back"] },
      { title: "Add a message", names: ["words"], isFolded: true },
    ];
  if (name === "returns --refund")
    return [
      { title: "", names: ["restock"] },
      ...groupTransfer(order),
      { title: "Another amount", names: ["amount"], isFolded: true },
    ];
  if (name === "orders cancel --approve")
    return [{ title: "Another amount", names: ["amount"], isFolded: true }];
  if (name === "orders dispatch")
    return [
      { title: "The parcel", names: ["courier", "number", ...(isWaiting(order) ? pieces : [])] },
      {
        title: parcels.length > 1 ? "Tracking link, and which of the parcels" : "Tracking link",
        names: ["link", "parcel"],
        isFolded: true,
      },
    ];
  if (name.endsWith(" --lost")) return [{ title: "The parcel", names: ["parcel", "reason"] }];
  if (name === "orders cancel --refused") return [{ title: "Why", names: ["reason"] }];
  if (name === "orders replace")
    return [{ title: "Send again", names: [...(isReplacementWaiting(order) ? [] : pieces), "reason"] }];
  if (name === "orders refund")
    return [
      { title: "", names: [...(canRefundPieces(order) ? ["line"] : []), "amount", "restock", "reason"] },
      ...groupTransfer(order),
    ];
  if (name === "orders cancel") return [{ title: "", names: [...pieces, "reason"] }];
  return undefined;
}

/**
 * Returns the fields for a refund that the owner transfers. They are collapsed unless the customer paid the owner
 * directly, because otherwise the payment provider sends the refund.
 */
const groupTransfer = ({ orderId, cash, paymentMethod = null }: ShownOrder): FieldGroup[] =>
  describeDirectPayment({ orderId, cash, paymentMethod }) === null
    ? [{ title: "If you have already sent the money", names: ["by-hand"], isFolded: true }]
    : [{ title: "Your transfer", names: ["by-hand"] }];

const listLeft = ({ lines }: Pick<ShownOrder, "lines">) =>
  lines.map((line) => ({ ...line, quantity: countLeft(line) })).filter(({ quantity }) => quantity > 0);

/** Lists the pieces for the refund form. Lines whose pieces are all refunded remain, with a quantity of 0. */
const listRefundable = (order: ShownOrder) =>
  listLeft(order).map((line) => {
    const refunded = Math.min(line.quantity, countRefunded(order, line));
    const quantity = line.quantity - refunded;
    const note = refunded === 0 ? "" : quantity === 0 ? "Already refunded" : `${refunded} already refunded`;
    return { ...line, quantity, note };
  });

const canRefundPieces = (order: ShownOrder): boolean =>
  hasSeveralPieces(order) && listRefundable(order).some(({ quantity }) => quantity > 0);

/** Counts the refunded pieces of a line. The refunds also contain its cancelled pieces, which are not counted. */
function countRefunded(
  { refunds = [] }: ShownOrder,
  { productId, cancelled }: { productId: string; cancelled: number },
): number {
  const refunded = refunds.flatMap(({ pieces }) => pieces ?? []);
  return Math.max(0, countPieces(refunded, productId) - cancelled);
}

const listCounted = (order: ShownOrder) =>
  order.lines.map((line) => ({
    ...line,
    returned: countReturned(order, line.productId),
    refunded: countRefunded(order, line),
  }));

const Lines = ({ order }: { order: ShownOrder }) => (
  <Section title="Pieces">
    <ul className="plain">
      {listCounted(order).map(
        ({ title, quantity, cancelled, returned, refunded, imageUrl, unitPrice, productId }, at) => (
          <li key={at} className={styles.line}>
            <Thumb href={imageUrl} title="" />
            <span>
              {quantity} × <ScreenLink href={`/products/${productId}`}>{title}</ScreenLink>{" "}
              {cancelled > 0 && <Badge tone="danger">{describeCancelled({ cancelled, quantity })}</Badge>}{" "}
              {returned > 0 && <Badge>{returned} returned</Badge>}{" "}
              {refunded > 0 && <Badge>{refunded} refunded</Badge>}
            </span>
            {unitPrice !== undefined && (
              <span className={styles.sum}>{formatRupeesGrouped(unitPrice * quantity)}</span>
            )}
          </li>
        ),
      )}
    </ul>
  </Section>
);

/** Counts the pieces of this product in returns that are complete. */
const countReturned = (order: ShownOrder, productId: string): number =>
  countPieces(
    listReturnRequests(order)
      .filter(({ status }) => status === "Refunded")
      .flatMap(({ pieces }) => pieces),
    productId,
  );

interface HistoryEntry {
  at: string;
  /** True if the event is a dispatch. Only such an event shows the button that undoes a dispatch. */
  isDispatch?: true;
  what: ReactNode;
  by?: string | undefined;
  undo?: number;
}

/** A command about the order from the audit log. `undo` is the number of its change, if the change can be undone. */
type OrderRecord = Pick<DataOf<typeof auditList>[number], "at" | "until" | "by" | "command"> & {
  undo?: number;
  isDispatch?: boolean;
};

function useRecords(orderId: string): OrderRecord[] {
  const options = { order: orderId };
  const isStaff = useCommand("audit") !== undefined;
  const { data: records = [] } = useView({ ...auditList, options }, { enabled: isStaff });
  const { data: changes = [] } = useView({ ...undoList, options }, { enabled: isStaff });
  const doneRecords = records.filter(({ outcome }) => outcome === "done");
  const ofSeveral = changes.filter(({ changedAt }) => !doneRecords.some((each) => isDuring(changedAt, each)));
  return [
    ...doneRecords.map((record) => {
      const change = changes.find(({ changedAt }) => isDuring(changedAt, record));
      const isDispatch = record.command === "orders dispatch";
      return { ...record, isDispatch, ...(change && { undo: change.number }) };
    }),
    ...ofSeveral.map(toRecord),
  ];
}

/** A change and an event in the order's history belong together if they are at most this many ms apart. */
const APART_MS = 2 * SECOND;

/**
 * Creates a record for a change that one command made to several orders, because the audit log does not list that
 * command under this order. The record covers a short time before and after the change, in which `addRecords` finds the
 * event.
 */
function toRecord({ number, osUser, changedAt, kind }: DataOf<typeof undoList>[number]): OrderRecord {
  const shift = (ms: number) => new Date(Date.parse(changedAt) + ms).toISOString();
  return {
    by: osUser,
    at: shift(-APART_MS),
    until: shift(APART_MS),
    undo: number,
    isDispatch: kind === "dispatch",
  };
}

const isDuring = (date: string, { at, until = at }: OrderRecord): boolean => date >= at && date <= until;

/** Adds the person who ran the command to each event. Adds an event for each command in `EVENTS` that has none. */
function addRecords(events: readonly HistoryEntry[], records: readonly OrderRecord[]): HistoryEntry[] {
  const used = new Set<OrderRecord>();
  const namedEvents = events.map((event) => {
    const record = records.find((each) => isDuring(event.at, each) && (event.isDispatch || !each.isDispatch));
    if (!record) return event;
    const isFirst = !used.has(record);
    used.add(record);
    return { ...event, by: record.by, ...(isFirst && record.undo !== undefined && { undo: record.undo }) };
  });
  const others = records.flatMap((record) => {
    const { at, by, undo } = record;
    const description = EVENTS[record.command?.replace("--", "") ?? ""];
    return description === undefined || used.has(record)
      ? []
      : [{ at, what: description, by, ...(undo !== undefined && { undo }) }];
  });
  return [...namedEvents, ...others].toSorted((first, other) => first.at.localeCompare(other.at));
}

/** Texts for commands for which the shop adds no event to the order's history. */
const EVENTS: Readonly<Record<string, string>> = {
  "orders cancel": "Cancelled",
  "orders cancel refused": "Cancelled",
  "orders correct": "Address or company corrected",
  "orders dispatch": "Courier and number entered",
  "orders settle": "Courier’s payment recorded",
  "orders replace": "Replacement to be sent",
  "orders replace lost": "Replacement to be sent",
  "returns accept": "Return accepted",
  "returns refuse": "Return refused",
  "returns received": "Returned pieces have arrived",
};

function History({ order, records }: { order: ShownOrder; records: readonly OrderRecord[] }) {
  const { gift, findings = [], orderId } = order;
  const wait = describeWait({ createdAt: new Date(order.createdAt), promised: order.promised });
  const owners = Array.isArray(order.notes) ? order.notes : [];
  const customers = typeof order.notes === "string" ? order.notes : order.customerNotes;
  return (
    <Section title="History">
      {findings.map((finding) => (
        <p key={finding}>
          <Unbroken text={finding} />
        </p>
      ))}
      {order.cancelledBecause === "unpaid" && (
        <p className={styles.note}>
          {order.cash
            ? "The customer did not confirm the order in time, so it is cancelled."
            : "The order was not paid in time, so it is cancelled."}
        </p>
      )}
      {customers && <p className={styles.note}>The customer wrote: {customers}</p>}
      {wait && <p className={styles.note}>{wait}.</p>}
      {gift && <p className={styles.note}>A gift{gift.message ? `, with a card: ${gift.message}` : ""}.</p>}
      <ol className={styles.events}>
        {addRecords(
          [
            ...listHistoryEvents(order),
            ...owners.map(({ words, writtenAt }) => ({ at: writtenAt, what: `Note: ${words}` })),
          ],
          records,
        ).map(({ at, what, by, undo }, line) => (
          <li key={line}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>
              {what}
              {by !== undefined && <Small>{by}</Small>}
            </span>
            {undo !== undefined && (
              <CommandButton name="undo" values={{ number: String(undo) }} variant="quiet" doneText="Undone.">
                Undo
              </CommandButton>
            )}
          </li>
        ))}
      </ol>
      <NewNote orderId={orderId} />
    </Section>
  );
}

function NewNote({ orderId }: { orderId: string }) {
  const [text, setText] = useState("");
  useLeaveWarning(text.trim() !== "");
  if (!useCommand("orders note")) return null;
  return (
    <div className={styles.newNote}>
      <TextArea
        label="Your note"
        hint="The customer never sees the note."
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CommandButton
        name="orders note"
        values={{ orderId, note: text }}
        variant="secondary"
        disabled={text.trim() === ""}
        onDone={() => setText("")}
      >
        Save the note
      </CommandButton>
    </div>
  );
}

function listHistoryEvents(order: ShownOrder): HistoryEntry[] {
  const { cancellationRequestedAt, cancellationDecidedAt, invoices = [], refunds = [] } = order;
  const parcels: Omit<Parcel, "isReplacement">[] = order.parcels ?? [{ ...order, position: 1 }];
  const hasSeveral = parcels.length > 1;
  const reasons = [...(order.cancellationReasons ?? []), order.cancellationComments ?? ""]
    .filter(Boolean)
    .join(", ");
  return [
    { at: order.createdAt, what: order.byPhone ? "Ordered by phone" : "Placed" },
    ...invoices.map(({ number, kind, amount, issuedAt }) => ({
      at: issuedAt,
      what: `${kind === "invoice" ? (order.cash ? "Confirmed: invoice" : "Paid: invoice") : "Credit note"} ${number}, ${formatRupeesGrouped(amount)}`,
    })),
    ...toHistoryEvents(
      cancellationRequestedAt,
      `The customer asks to cancel the order${reasons && `: ${reasons}`}`,
    ),
    ...toHistoryEvents(
      cancellationDecidedAt,
      `Cancellation ${order.cancellationStatus === "Approved" ? "approved" : "declined"}${order.cancellationWords ? `: ${order.cancellationWords}` : ""}`,
    ),
    ...parcels.flatMap(({ dispatchedAt, deliveredAt, lostAt, tracking, position }) => [
      ...toHistoryEvents(
        dispatchedAt,
        <>
          {hasSeveral ? `Parcel ${position}` : "Sent"} with {tracking?.courier},{" "}
          {tracking?.link ? (
            <a href={tracking.link} target="_blank" rel="noreferrer">
              {tracking.number}
            </a>
          ) : (
            tracking?.number
          )}
        </>,
      ).map((event) => ({ ...event, isDispatch: true as const })),
      ...toHistoryEvents(deliveredAt, hasSeveral ? `Parcel ${position} was delivered` : "Delivered"),
      ...toHistoryEvents(
        lostAt,
        hasSeveral ? `Parcel ${position} was lost on the way` : "Was lost on the way",
      ),
    ]),
    ...listReturnRequests(order).flatMap(({ requestedAt, reasons: returnReasons, comments }) =>
      toHistoryEvents(
        requestedAt,
        `The customer asks to return pieces: ${joinTexts(". ", returnReasons.join(", "), comments)}`,
      ),
    ),
    ...refunds.map(({ amount, createdAt, processedAt }) => ({
      at: createdAt,
      what: `${formatRupeesGrouped(amount)} ${processedAt ? "refunded" : "is being refunded"}`,
    })),
  ];
}

const toHistoryEvents = (at: string | null | undefined, description: ReactNode): HistoryEntry[] =>
  at ? [{ at, what: description }] : [];

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
      {contact.email !== undefined && phone && (
        <DialogButton label="Write on WhatsApp" title={`Write to ${(buyer ?? contact).firstName}`}>
          {() => <WhatsApp order={order} />}
        </DialogButton>
      )}
    </Section>
  );
}

function WhatsApp({ order }: { order: ShownOrder }) {
  const [text, setText] = useState(() => suggestText(order));
  return (
    <div className={styles.whatsapp}>
      <TextArea label="Message" rows={6} value={text} onChange={(event) => setText(event.target.value)} />
      <WhatsAppLink order={order} text={text}>
        Open WhatsApp
      </WhatsAppLink>
    </div>
  );
}

interface WhatsAppLinkProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "children"> {
  order: ShownOrder;
  text: string;
}

function WhatsAppLink({ order, text, ...link }: WhatsAppLinkProps) {
  const phone = getBuyerPhone(order).replaceAll(/\D/g, "").slice(-10);
  const href = `https://wa.me/91${phone}?text=${encodeURIComponent(text)}`;
  return <ButtonLink {...link} href={href} target="_blank" rel="noreferrer" />;
}

type WrittenOrder = Pick<
  ShownOrder,
  | "contact"
  | "orderId"
  | "status"
  | "cash"
  | "payable"
  | "paymentLink"
  | "tracking"
  | "dispatchedAt"
  | "deliveredAt"
>;

export const suggestText = (order: WrittenOrder): string =>
  `Hello ${(order.contact.buyer ?? order.contact).firstName}, about your order ${order.orderId}: ${describeProgress(order)}`;

function describeProgress(order: WrittenOrder): string {
  const { status, cash, payable = 0, paymentLink, tracking, dispatchedAt, deliveredAt } = order;
  if (status === "Cancelled") return "the order is cancelled.";
  if (status === "Pending")
    return joinTexts(
      " ",
      cash
        ? "please confirm the order, then we start packing."
        : "the order is not paid yet. We start packing as soon as it is paid.",
      paymentLink &&
        `The link to ${cash ? "confirm" : `pay ${formatRupeesGrouped(payable)}`}: ${paymentLink}`,
    );
  if (deliveredAt) return "we hope everything arrived well. How do you like it?";
  return dispatchedAt && tracking
    ? `your parcel is on its way with ${tracking.courier}, number ${tracking.number}.${tracking.link ? ` Follow it: ${tracking.link}` : ""}`
    : "thank you for your order. We are getting it ready.";
}

const Money = ({ order, payable }: { order: ShownOrder; payable: number }) => {
  const {
    subtotal = 0,
    shipping = 0,
    cgst = 0,
    sgst = 0,
    coupon = 0,
    refundAmount,
    paymentStatus = "",
    paymentMethod,
    cash,
  } = order;
  const shownStatus = getShownPayment(order);
  const isCashDue = cash && paymentStatus === "Pending" && order.status !== "Cancelled";
  const rows: [string, number][] = [
    ["Pieces", subtotal],
    ...(shipping > 0 ? [["Shipping", shipping] as [string, number]] : []),
    ["GST", cgst + sgst],
    ...(coupon > 0 ? [["Coupon", -coupon] as [string, number]] : []),
    [isCashDue ? "Cash to collect on delivery" : "Total", payable],
    ...(refundAmount ? [["Refunded", -refundAmount] as [string, number]] : []),
  ];
  return (
    <Section title="Money">
      <Small>{joinTexts(", ", PAYMENT_STATES[shownStatus] ?? shownStatus, paymentMethod)}</Small>
      <dl className={styles.money}>
        {rows.map(([name, paise]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatRupeesGrouped(paise)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};

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
                All three copies
              </PrintButton>
            )}
          </Fragment>
        ))}
      </Acts>
    </Section>
  );

function EarlierOrders({ email, but }: { email: string; but: string }) {
  const { data } = useView({ ...customerDetails, args: { email } });
  const others = data?.orders.filter(({ orderId }) => orderId !== but) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="Other orders of this customer">
      <ul className="plain">
        {others.slice(0, SHOWN).map((order) => (
          <li key={order.orderId} className={styles.other}>
            <a href={`/orders/${order.orderId}`}>{order.orderId}</a>
            <span>{formatDate(order.createdAt)}</span>
            {order.payable !== undefined && <span>{formatRupeesGrouped(order.payable)}</span>}
          </li>
        ))}
      </ul>
      <a href={getCustomerHref(email)}>All orders of this customer</a>
    </Section>
  );
}

const SHOWN = 8;
