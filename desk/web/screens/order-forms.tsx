import type { ComponentProps } from "react";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatName } from "#contract/person-name.ts";
import { formatPlace } from "#contract/place.ts";
import { joinTexts } from "#contract/text.ts";
import { describeDirectPayment } from "#shop/orders/describe-for-owner.ts";
import { USUAL_RETURN_PAYER } from "#shop/returns/return-request.ts";
import type { ChangeButton } from "../changeable.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import type { Values } from "../form-values.ts";
import { explainCourier } from "../listed-field.tsx";
import { listReplaced, type ShownOrder, SumList, Thumb } from "../order-parts.tsx";
import { Small } from "../screen-parts.tsx";
import styles from "./order.module.css";
import {
  countAll,
  hasOpenReturn,
  hasSeveralPieces,
  isRefunded,
  isWaiting,
  listLeft,
  listNextPieces,
  listRefundable,
  listReturnable,
  listUnsent,
} from "./order-pieces.ts";

interface OrderForm extends Pick<
  ComponentProps<typeof ChangeButton>,
  "above" | "groups" | "alternatives" | "needed" | "hints" | "asksBelow"
> {
  preset?: Readonly<Record<string, string>>;
}

const ask = (title: string, ...names: string[]): FieldGroup => ({ title, names });

const fold = (title: string, ...names: string[]): FieldGroup => ({ title, names, isFolded: true });

const WHY: OrderForm = { groups: [ask("Why", "words")], needed: ["words"] };

const LOST: OrderForm = { groups: [ask("The parcel", "parcel", "reason")] };

/** The form of an action with a switch, such as `payments --retry`, that is not in `FORMS`. */
export const NO_FIELDS: OrderForm = { groups: [] };

/**
 * The forms of the actions. Fields that most orders do not need are initially collapsed. The user first chooses between
 * all pieces and some pieces, so the hints describe only how to choose pieces.
 */
export const FORMS: Readonly<
  Record<
    string,
    (order: ShownOrder, facts: { returnNumber: number; couriers: readonly string[] }) => OrderForm
  >
> = {
  payments: (order) => ({
    groups: [ask("Your transfer", "by-hand")],
    needed: ["by-hand"],
    ...(isPaidDirectly(order) && {
      hints: { "by-hand": askToTransfer(calculateOwnTransfer(order)) },
    }),
  }),
  "orders paid": () => ({ needed: ({ by }) => (by === "upi" || by === "bank" ? ["reference"] : []) }),
  "orders correct"({ dispatchedAt, shippingAddress: to }) {
    const company = ["company", "company-address", "gstin", "company-email"];
    const { zipCode: pin, city, state, phoneNumber: phone, street } = to;
    const preset: Record<string, string> = { pin, city, state, phone, street };
    return {
      groups: [
        ask("Delivery address", ...Object.keys(preset)),
        // The company can be corrected only until the first parcel is sent.
        ...(dispatchedAt === null ? [fold("Invoice to a company", ...company)] : []),
      ],
      preset,
      // The shop refuses an unchanged address.
      asksBelow: (values) =>
        [...Object.keys(preset), ...company].some((name) => (values[name] ?? "") !== (preset[name] ?? "")),
    };
  },
  "orders dispatch"(order, { couriers }) {
    const { tracking, parcels = [], lastCourier } = order;
    const canDivide = countAll(listUnsent(order)) > 1;
    // The shop knows the tracking pages of these couriers.
    const isKnown = ({ courier = "" }: Values) => couriers.some((name) => name === courier);
    return {
      ...(isWaiting(order) && { above: <ParcelSummary order={order} /> }),
      groups: [
        {
          ...ask("", "courier", "number", "link", ...(canDivide ? ["line"] : [])),
          isShown: (values, name) => name !== "link" || (Boolean(values["courier"]) && !isKnown(values)),
        },
        fold(isWaiting(order) ? "Correct an earlier parcel instead" : "Which parcel of this order", "parcel"),
      ],
      ...(canDivide && {
        alternatives: {
          label: "Contents of the parcel",
          fields: { "All pieces": [], "Some pieces": ["line"] },
        },
      }),
      needed: ["courier", "number", "line"],
      hints: {
        ...(isWaiting(order) && { courier: explainCourier(lastCourier) }),
        line: "the pieces in this parcel",
        link: "where the customer follows the parcel",
      },
      preset: isWaiting(order)
        ? { courier: lastCourier }
        : tracking && parcels.length < 2
          ? { courier: tracking.courier, number: tracking.number }
          : {},
    };
  },
  "orders refund --lost": () => LOST,
  "orders replace --lost": () => LOST,
  "orders replace"(order) {
    if (listReplaced(order.lines).length > 0)
      return { groups: [ask("", "reason")], preset: { "call-off": "on" } };
    const [only] = listLeft(order);
    return {
      groups: [ask("Send again", ...(hasSeveralPieces(order) ? ["line"] : []), "reason")],
      needed: ["line"],
      ...(only && !hasSeveralPieces(order) && { preset: { line: `${only.productId}:1` } }),
    };
  },
  "orders refund"(order) {
    const hasPieces = hasSeveralPieces(order) && countAll(listRefundable(order)) > 0;
    return {
      above: <Refundable order={order} />,
      groups: [
        ask("", ...(hasPieces ? ["line"] : []), "amount", ...listRestock(order), "reason"),
        ...askForTransfer(order),
      ],
      alternatives: {
        label: "What to refund",
        fields: {
          ...(hasPieces && { "Some pieces": ["line", "restock"] }),
          ...(!hasOpenReturn(order) && { All: ["restock"] }),
          "An amount": ["amount"],
        },
      },
      needed: ["line", "amount", "by-hand"],
      hints: {
        line: "choose how many of each you refund",
        amount: `in rupees, ${describeLimit(order)}`,
        "by-hand": askToTransfer,
      },
    };
  },
  "orders cancel"(order) {
    const canDivide = hasSeveralPieces(order);
    const unsent = listUnsent(order);
    const last = countAll(unsent) === 1 && unsent[0];
    return {
      groups: [ask("", ...(canDivide ? ["line"] : []), "reason")],
      ...(order.partlySent && last && { preset: { line: `${last.productId}:1` } }),
      // After a parcel of the order is sent, the shop cannot cancel all pieces.
      ...(canDivide &&
        !order.partlySent && {
          alternatives: { label: "What to cancel", fields: { All: [], "Some pieces": ["line"] } },
        }),
      needed: ["line", "reason"],
      hints: {
        line: order.partlySent
          ? "the pieces to cancel; nothing changes for those that are sent"
          : "the pieces to cancel before they are dispatched; the rest is sent",
      },
    };
  },
  "orders cancel --approve": (order) => ({
    groups: [fold("Another amount", "amount")],
    hints: { amount: `in rupees, instead of the whole payment, ${describeLimit(order)}` },
  }),
  "orders cancel --decline": () => WHY,
  "orders cancel --refused": () => ({ groups: [ask("Why", "reason")], needed: ["reason"] }),
  "returns --request": () => ({
    groups: [ask("", "line", "reason", "comments")],
    needed: ["line", "reason"],
  }),
  "returns --accept": () => ({
    groups: [ask("Return shipping", "way-back"), fold("Add a message", "words")],
    // The field has a preset value. It is marked as required, because a required field offers no empty option.
    needed: ["way-back"],
    preset: { "way-back": USUAL_RETURN_PAYER },
    // The choices of the field `way-back` need no hint.
    hints: { "way-back": "", words: "for example who collects the parcel" },
  }),
  "returns --refuse": () => ({ ...WHY, hints: { words: "why you refuse; the customer reads it" } }),
  "returns --refund": (order, { returnNumber }) => ({
    groups: [
      ask("", ...listRestock(order)),
      ...askForTransfer(order).map((group) => ({
        ...group,
        isShown: ({ amount }: Values) => Boolean(amount) || !isRefunded(order, returnNumber),
      })),
      fold("Another amount", "amount"),
    ],
    needed: ["by-hand"],
    hints: {
      amount: `in rupees, instead of the price of the pieces, ${describeLimit(order)}`,
      "by-hand": askToTransfer,
    },
  }),
};

function ParcelSummary({ order }: { order: ShownOrder }) {
  const { contact, shippingAddress: to } = order;
  return (
    <div className={styles.parcel}>
      <ParcelPieces pieces={listNextPieces(order)} />
      <Small>To {joinTexts(", ", formatName(contact), to.street, formatPlace(to))}</Small>
      {/* A packer does not see the e-mail address. */}
      {contact.email !== undefined && (
        <Small>
          {contact.email === ""
            ? `${(contact.buyer ?? contact).firstName} has no e-mail address, so tell them the tracking number yourself.`
            : `The shop e-mails ${contact.email} the tracking number.`}
        </Small>
      )}
    </div>
  );
}

export const ParcelPieces = ({ pieces }: { pieces: ReturnType<typeof listNextPieces> }) => (
  <ul className="plain">
    {pieces.map(({ productId, title, quantity, imageUrl }) => (
      <li key={productId} className={styles.line}>
        <Thumb href={imageUrl} title="" />
        {quantity} × {title}
      </li>
    ))}
  </ul>
);

/** Returns no field if all products are made to order, because they have no stock to put pieces back in. */
const listRestock = ({ lines }: ShownOrder): string[] =>
  lines.some(({ isCounted }) => isCounted !== false) ? ["restock"] : [];

const askToTransfer = (paise?: number): string =>
  `Send ${paise ? formatRupeesGrouped(paise) : "the money"} by UPI or bank transfer first, then enter the reference, e.g. "UPI 428812345678"`;

const Refundable = ({ order }: { order: ShownOrder }) => (
  <div className={styles.note}>
    <SumList total={CAN_REFUND} rows={[[CAN_REFUND, order.refundable ?? 0]]} />
    <Small>
      {isPaidDirectly(order)
        ? "You send the money yourself."
        : `It goes back the way it was paid${order.paymentMethod ? `: ${order.paymentMethod}` : ""}.`}
    </Small>
  </div>
);

const CAN_REFUND = "Can be refunded";

const describeLimit = ({ refundable = 0 }: ShownOrder): string => `up to ${formatRupeesGrouped(refundable)}`;

/** The owner sends the refund only if the customer paid the owner directly. Otherwise the payment provider does. */
export const isPaidDirectly = ({ orderId, cash, paymentMethod = null }: ShownOrder): boolean =>
  describeDirectPayment({ orderId, cash, paymentMethod }) !== null;

const askForTransfer = (order: ShownOrder): FieldGroup[] =>
  isPaidDirectly(order) ? [ask("Your transfer", "by-hand")] : [];

/** Returns the refunds in paise that the owner still has to send to a customer who paid the owner directly. */
export const calculateOwnTransfer = (order: ShownOrder): number =>
  isPaidDirectly(order)
    ? (order.refunds ?? [])
        .filter(({ processedAt }) => processedAt === null)
        .reduce((sum, { amount }) => sum + amount, 0)
    : 0;

/** The pieces that the forms of these actions offer. The other forms offer all pieces that are not cancelled. */
export const LINES: Readonly<Record<string, (order: ShownOrder) => ReturnType<typeof listLeft>>> = {
  "orders refund": listRefundable,
  "returns --request": listReturnable,
  "orders dispatch": listUnsent,
  "orders cancel": listUnsent,
};
