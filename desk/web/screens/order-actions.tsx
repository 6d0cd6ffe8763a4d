import { type ComponentProps, isValidElement, useEffect, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { orderActions } from "#shop/orders/command-results.ts";
import { describeDirectPayment } from "#shop/orders/describe-for-owner.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { USUAL_RETURN_PAYER } from "#shop/returns/return-request.ts";
import { Button, type ButtonVariant } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { CopyButton } from "../copy-button.tsx";
import { listWords, type Values } from "../form-values.ts";
import { LAST_COURIER, useCouriers } from "../listed-field.tsx";
import type { ShownOrder } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { Acts } from "../screen-parts.tsx";
import { toCommandTitle } from "../phrases.ts";
import { goTo, useQueryValues } from "../router.ts";
import { useCommand, useCommands, useIsRefreshing } from "../use-view.ts";
import {
  countAll,
  hasOpenReturn,
  hasSeveralPieces,
  findReplacementToSend,
  isRefunded,
  isWaiting,
  listLeft,
  listRefundable,
  listUnsent,
} from "./order-pieces.ts";
import { suggestText, WhatsAppLink } from "./order-whatsapp.tsx";
import { ParcelSummary } from "./parcel-summary.tsx";

interface ActionButton {
  name: string;
  label: string;
  variant: ButtonVariant;
  known?: Readonly<Record<string, string>>;
}

type Actions = DataOf<typeof orderActions>;

export function OrderActs({ order, actions }: { order: ShownOrder; actions: Actions }) {
  // The URL contains an action if the user chose the action first, in the search or on another screen, then the order.
  const { action } = useQueryValues();
  const acts = listActs(order, actions);
  const opened =
    acts.find(({ name }) => name === action) ?? acts.find(({ name }) => name.startsWith(`${action} --`));
  // Forget the action once its form is open, so that the form does not open again after the change.
  const hasOpened = useCommands().data !== undefined && opened !== undefined;
  useEffect(() => {
    if (hasOpened) goTo(deskLinks.order(order.orderId), { replace: true });
  }, [hasOpened, order.orderId]);
  const [isMore, setMore] = useState(false);
  const isImpossible =
    action !== undefined &&
    actions.length > 0 &&
    !opened &&
    listButtons(order).some(([name]) => name.split(" --")[0] === action);
  const drawn = acts.map((act) => (
    <ActButton key={act.label} act={act} order={order} isOpened={act === opened} />
  ));
  const primary = acts[0]?.variant === "primary" && drawn.shift();
  const slip = order.status !== "Cancelled" && order.status !== "Pending" && (
    <PrintButton key="slip" args={{ orderId: order.orderId }} options={SLIP_AND_LABEL}>
      Slip and label
    </PrintButton>
  );
  const isToPack = isWaiting(order) && order.cancellationStatus !== "Pending";
  const buttons = [
    primary,
    order.paymentLink && (
      <WhatsAppLink
        key="whatsapp"
        variant={primary ? "secondary" : "primary"}
        order={order}
        text={suggestText(order)}
      >
        Send the link on WhatsApp
      </WhatsAppLink>
    ),
    order.paymentLink && (
      <CopyButton key="copy" text={order.paymentLink} doneText="The link is copied.">
        Copy the link
      </CopyButton>
    ),
    isToPack && slip,
    ...drawn,
    !isToPack && slip,
  ].filter(isValidElement);
  const more = buttons.slice(SHOWN);
  if (!isMore && more.some(({ key }) => key === opened?.label)) setMore(true);
  return (
    <Acts isHeld={useIsRefreshing()}>
      {isImpossible && (
        <Notice role="status">“{toCommandTitle(action)}” is not possible for this order now.</Notice>
      )}
      {buttons.slice(0, SHOWN)}
      {more.length > 0 && (
        <Button variant="quiet" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? "Fewer actions" : "More actions"}
        </Button>
      )}
      {isMore && <Acts>{more}</Acts>}
    </Acts>
  );
}

/** The number of buttons that are always visible: the main one and two more. */
const SHOWN = 3;

const SLIP_AND_LABEL = { slip: "on", label: "on", together: "on" };

interface ActButtonProps {
  act: ActionButton;
  order: ShownOrder;
  /** True to open the form at once. Without a form, the button gets the focus. */
  isOpened: boolean;
}

/** The button of an action. It opens the form of the action, or runs an action without fields. */
function ActButton({ act: { known, label, ...act }, order, isOpened }: ActButtonProps) {
  const { orderId } = order;
  const name = act.name.replace(/ --.*/, "");
  const command = useCommand(name);
  const couriers = useCouriers();
  const [first] = command?.args ?? [];
  if (!command || !first) return null;
  const returnNumber = Number(known?.["return"] ?? 1);
  const { preset, ...form } = FORMS[act.name]?.(order, returnNumber, couriers) ?? {};
  const hidden = [
    first.name,
    ...HIDDEN,
    ...Object.keys(known ?? {}),
    ...((order.parcels?.length ?? 1) < 2 ? ["parcel"] : []),
  ];
  const names = form.groups?.flatMap((group) => group.names) ?? listWords(command).map((word) => word.name);
  const values = { [first.name]: orderId, ...known, ...preset };
  const shared = {
    name,
    variant: act.variant,
    // The shop refuses the command if the order has changed since. The command `payments` has a different revision.
    expected: name === "payments" ? undefined : order.updatedAt,
    children: label === APPROVE_AND_REFUND ? `${label} ${formatRupeesGrouped(order.refundable ?? 0)}` : label,
  };
  if (names.every((each) => hidden.includes(each)))
    return <CommandButton {...shared} values={values} isFocused={isOpened} />;
  return (
    <ChangeButton
      {...form}
      {...shared}
      isOpened={isOpened}
      known={values}
      hidden={hidden}
      title={`${label.replace("Received: refund now", "Refund the return")}: ${orderId}`}
      asksBelow
      label={act.name === "returns --refund" ? "Refund" : label}
      lines={(LINES[act.name] ?? listLeft)(order)}
      onDone={rememberCourier}
    />
  );
}

function listActs(order: ShownOrder, actions: Actions): ActionButton[] {
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
    .map((button, at) => ({
      ...button,
      variant: at === 0 && button.variant === "primary" ? "primary" : "secondary",
    }));
}

const APPROVE_AND_REFUND = "Approve and refund";

type ActionRow = [
  action: string,
  label: string,
  /** The main action is "primary". Rare actions are "quiet", which puts them last. */
  variant?: ButtonVariant,
  /** True if the button is for the return with this number. Without `isFor`, it is for every return. */
  isFor?: (number: number | undefined) => boolean,
];

function listButtons(order: ShownOrder): ActionRow[] {
  const isSent = order.dispatchedAt !== null;
  const isComing = (number = 1) => listReturnRequests(order)[number - 1]?.status === "Accepted";
  return [
    ["payments --retry", "Retry the refund", "primary"],
    ["payments", "Record your own transfer", isPaidDirectly(order) ? "primary" : "secondary"],
    ["payments --seen", "Mark the problem as seen"],
    ["orders cancel --approve", isPaid(order) ? APPROVE_AND_REFUND : "Approve cancellation", "primary"],
    ["orders cancel --decline", "Decline cancellation"],
    ["returns --accept", "Accept the return", "primary"],
    ["returns --refund", "Received: refund now", "primary", isComing],
    ["returns --refund", "Refund the return", "primary", (number) => !isComing(number)],
    ["returns --received", "Received: refund later"],
    ["returns --refuse", "Refuse the return"],
    ["orders paid", "Record a payment", order.paymentLink ? "secondary" : "primary"],
    ["orders confirm", "Confirm for the customer", "primary"],
    isWaiting(order)
      ? ["orders dispatch", "Dispatch", "primary"]
      : ["orders dispatch", "Change the courier", "quiet"],
    ["orders deliver", "Mark as delivered", "primary"],
    ...(isSent ? [] : [["orders deliver --in-person", "Handed over in person", "quiet"] satisfies ActionRow]),
    ["orders refund --lost", "Refund a lost parcel", "quiet"],
    ["orders replace --lost", "Replace a lost parcel", "quiet"],
    ["orders cancel --refused", "Refused at the door", "quiet"],
    ["orders settle", "Record courier's payment"],
    ["orders replace", findReplacementToSend(order) ? "Cancel the replacement" : "Send again", "quiet"],
    ["orders correct", "Correct the address"],
    // The pieces of an open return are refunded with the return's buttons. "Refund" is only for the other pieces.
    ["orders refund", "Refund", hasOpenReturn(order) ? "quiet" : "secondary"],
    [
      "orders cancel",
      order.partlySent
        ? `Cancel unsent pieces${isPaid(order) ? " and refund" : ""}`
        : isPaid(order)
          ? "Cancel and refund"
          : "Cancel the order",
    ],
  ];
}

/** True if a cancellation refunds money. Before the dispatch, this is the only way to refund. */
const isPaid = ({ paymentStatus, refundable = 0 }: ShownOrder): boolean =>
  wasPaid(paymentStatus ?? "") && refundable > 0;

function rememberCourier({ courier }: Values): void {
  if (typeof courier === "string" && courier !== "") localStorage.setItem(LAST_COURIER, courier);
}

/** Options without a field in the forms that are not in `FORMS`: those for lists, and one with its own button. */
const HIDDEN = ["from", "columns", "skip-faulty", "in-person"];

interface OrderForm extends Pick<
  ComponentProps<typeof ChangeButton>,
  "above" | "groups" | "alternatives" | "needed" | "hints"
> {
  preset?: Readonly<Record<string, string>>;
}

const ask = (title: string, ...names: string[]): FieldGroup => ({ title, names });

const fold = (title: string, ...names: string[]): FieldGroup => ({ title, names, isFolded: true });

const WHY: OrderForm = { groups: [ask("Why", "words")], needed: ["words"] };

const LOST: OrderForm = { groups: [ask("The parcel", "parcel", "reason")] };

const NO_FIELDS: OrderForm = { groups: [] };

/**
 * The forms of the actions. Fields that most orders do not need are initially collapsed. Above the
 * fields, the user chooses between all pieces and some pieces, so the hints only describe the choice of pieces.
 */
const FORMS: Readonly<
  Record<string, (order: ShownOrder, returnNumber: number, couriers: readonly string[]) => OrderForm>
> = {
  payments: (order) => ({
    groups: [ask("Your transfer", "by-hand")],
    needed: ["by-hand"],
    ...(isPaidDirectly(order) && {
      hints: { "by-hand": askToTransfer(formatRupeesGrouped(calculateOwnTransfer(order))) },
    }),
  }),
  "payments --retry": () => NO_FIELDS,
  "payments --seen": () => NO_FIELDS,
  "orders paid": () => ({ needed: ({ by }) => (by === "upi" || by === "bank" ? ["reference"] : []) }),
  "orders deliver --in-person": () => NO_FIELDS,
  "orders correct": ({ dispatchedAt, shippingAddress: to }) => ({
    groups: [
      ask("Delivery address", "street", "pin", "city", "state", "phone"),
      // The company can be corrected only until the first parcel is sent.
      ...(dispatchedAt === null
        ? [fold("Invoice to a company", "company", "company-address", "gstin", "company-email")]
        : []),
    ],
    preset: { street: to.street, pin: to.zipCode, city: to.city, state: to.state, phone: to.phoneNumber },
  }),
  "orders dispatch"(order, _, couriers) {
    const { tracking, parcels = [] } = order;
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
        fold("Number of the parcel", "parcel"),
      ],
      ...(canDivide && {
        alternatives: {
          label: "Contents of the parcel",
          fields: { "All pieces": [], "Some pieces": ["line"] },
        },
      }),
      needed: ["courier", "number", "line"],
      hints: { line: "the pieces in this parcel", link: "where the customer follows the parcel" },
      preset: isWaiting(order)
        ? { courier: localStorage.getItem(LAST_COURIER) ?? "" }
        : tracking && parcels.length < 2
          ? { courier: tracking.courier, number: tracking.number }
          : {},
    };
  },
  "orders refund --lost": () => LOST,
  "orders replace --lost": () => LOST,
  "orders replace"(order) {
    if (findReplacementToSend(order)) return { groups: [ask("", "reason")], preset: { "call-off": "on" } };
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
      groups: [
        ask("", ...(hasPieces ? ["line"] : []), "amount", "restock", "reason"),
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
        line: "choose how many of each came back",
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
      // After a part is sent, the shop cannot cancel all pieces.
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
  "returns --accept": () => ({
    groups: [ask("Return shipping", "way-back"), fold("Add a message", "words")],
    // The field has a preset value. It is required, so that it offers no empty option.
    needed: ["way-back"],
    preset: { "way-back": USUAL_RETURN_PAYER },
    // The choices of the field `way-back` need no hint.
    hints: { "way-back": "", words: "for example who collects the parcel" },
  }),
  "returns --refuse": () => ({ ...WHY, hints: { words: "why you refuse; the customer reads it" } }),
  "returns --received": () => NO_FIELDS,
  "returns --refund": (order, number) => ({
    groups: [
      ask("", "restock"),
      ...askForTransfer(order).map((group) => ({
        ...group,
        isShown: ({ amount }: Values) => Boolean(amount) || !isRefunded(order, number),
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

const askToTransfer = (amount = "the money"): string =>
  `Send ${amount} by UPI or bank transfer first, then enter the reference, e.g. "UPI 428812345678"`;

const describeLimit = ({ refundable = 0 }: ShownOrder): string => `up to ${formatRupeesGrouped(refundable)}`;

/** The owner sends the refund only if the customer paid the owner directly. Otherwise the payment provider does. */
const isPaidDirectly = ({ orderId, cash, paymentMethod = null }: ShownOrder): boolean =>
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
const LINES: Readonly<Record<string, (order: ShownOrder) => ReturnType<typeof listLeft>>> = {
  "orders refund": listRefundable,
  "orders dispatch": listUnsent,
  "orders cancel": listUnsent,
};
