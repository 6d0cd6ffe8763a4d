import { isValidElement, useEffect, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { orderActions } from "#shop/orders/command-results.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { Button, ButtonLink, type ButtonVariant } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { listWords } from "../form-values.ts";
import { useCouriers } from "../listed-field.tsx";
import { listReplaced, type ShownOrder } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { Acts, Section, Small } from "../screen-parts.tsx";
import { toCommandTitle } from "../phrases.ts";
import { goTo, useQueryValues } from "../router.ts";
import { useCommand, useCommands, useIsRefreshing } from "../use-view.ts";
import { FORMS, isPaidDirectly, LINES, NO_FIELDS } from "./order-forms.tsx";
import { hasOpenReturn, isWaiting, listLeft } from "./order-pieces.ts";
import { getMailHref, suggestText, WhatsAppLink } from "./order-whatsapp.tsx";
import styles from "./order.module.css";

interface ActionButton {
  name: string;
  label: string;
  variant: ButtonVariant;
  known?: Readonly<Record<string, string>>;
}

type Actions = DataOf<typeof orderActions>;

export function OrderActs({ order, actions }: { order: ShownOrder; actions: Actions }) {
  // The URL contains an action if the user chose it before the order, in the search or on another screen.
  const { action } = useQueryValues();
  const acts = listActs(order, actions);
  const opened =
    acts.find(({ name }) => name === action) ?? acts.find(({ name }) => name.startsWith(`${action} --`));
  // Remove the action from the URL once its form is open, so that the form does not open again later.
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
    <PrintButton
      key="slip"
      args={{ orderId: order.orderId }}
      options={{ slip: "on", label: "on", together: "on" }}
    >
      Slip and label
    </PrintButton>
  );
  const isAsked = acts[0]?.name === "orders cancel --approve";
  const isToPack = isWaiting(order) && order.cancellationStatus !== "Pending";
  const buttons = [
    primary,
    ...(order.paymentLink
      ? [
          <WhatsAppLink
            key="whatsapp"
            variant={primary ? "secondary" : "primary"}
            order={order}
            text={suggestText(order)}
          >
            Send the link on WhatsApp
          </WhatsAppLink>,
          order.contact.email && (
            <ButtonLink key="mail" variant="secondary" href={getMailHref(order)}>
              E-mail the link
            </ButtonLink>
          ),
          <CopyButton key="copy" text={order.paymentLink} doneText="The link is copied.">
            Copy the link
          </CopyButton>,
        ]
      : []),
    isToPack && slip,
    ...drawn,
    !isToPack && slip,
  ].filter(isValidElement);
  const shown = buttons.slice(0, isAsked ? 2 : SHOWN);
  const more = buttons.slice(shown.length);
  if (!isMore && more.some(({ key }) => key === opened?.label)) setMore(true);
  return (
    <Acts isHeld={useIsRefreshing()}>
      {isImpossible && (
        <Notice role="status">“{toCommandTitle(action)}” is not possible for this order now.</Notice>
      )}
      <span className={styles.shown}>
        {shown}
        {more.length > 0 && (
          <Button variant="secondary" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            {isMore ? "Fewer actions" : "More actions"}
          </Button>
        )}
      </span>
      {isMore && (
        <div className={styles.more}>
          {Object.entries(GROUPS).map(([title, effects]) => {
            const rows = more.filter(({ key }) => findGroup(key ?? "") === title);
            return (
              rows.length > 0 && (
                <Section key={title} title={title}>
                  <ul className="plain">
                    {rows.map((button) => (
                      <li key={button.key}>
                        {button}
                        <Small>{effects[button.key ?? ""]}</Small>
                      </li>
                    ))}
                  </ul>
                </Section>
              )
            );
          })}
        </div>
      )}
    </Acts>
  );
}

/** Options that the generated forms do not show: those for lists, and `in-person`, which has its own button. */
const HIDDEN = ["from", "columns", "skip-faulty", "in-person"];

/** The groups of the buttons under "More actions", with their effects. Other buttons are in the first group. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "This order": {
    slip: "The packing slip and the address label, to print",
    "Change the courier": "Correct the courier or the tracking number",
    "Correct the address": "Street, PIN, city, state and phone",
    "Handed over in person": "The customer has the pieces, without a courier",
    "Record courier's payment": "The courier has paid you the cash",
    "Record a return": "The customer told you that they want to send pieces back",
    "Cancel the replacement": "Nothing more is sent",
  },
  "Parcel lost or damaged": {
    "Send again": "One more piece, free of charge, for example for a broken one",
    "Replace a lost parcel": "You send its pieces once more, free of charge",
    "Refund a lost parcel": "The customer gets the money for its pieces",
  },
  "Refund or cancel": {
    Refund: "Some pieces, all or an amount",
    "Refused at the door": "The customer did not take the parcel: cancels the order",
    "Cancel unsent pieces": "These pieces are not sent; the others stay as they are",
    "Cancel unsent pieces and refund": "These pieces are not sent, and the customer gets the money back",
    "Cancel and refund": "Nothing is sent, and the customer gets the money back",
    "Cancel the order": "Nothing is sent",
  },
};

const findGroup = (label: string): string =>
  Object.entries(GROUPS).find(([, effects]) => effects[label])?.[0] ?? "This order";

/** The number of buttons that are visible without “More actions”. */
const SHOWN = 3;

interface ActButtonProps {
  act: ActionButton;
  order: ShownOrder;
  /** True to open the form at once. Without a form, the button gets the focus. */
  isOpened: boolean;
}

function ActButton({ act: { known, label, ...act }, order, isOpened }: ActButtonProps) {
  const { orderId } = order;
  const name = act.name.replace(/ --.*/, "");
  const command = useCommand(name);
  const couriers = useCouriers();
  const [first] = command?.args ?? [];
  if (!command || !first) return null;
  const returnNumber = Number(known?.["return"] ?? 1);
  const { preset, ...form } =
    FORMS[act.name]?.(order, { returnNumber, couriers }) ?? (act.name === name ? {} : NO_FIELDS);
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
      asksBelow
      {...form}
      {...shared}
      isOpened={isOpened}
      known={values}
      hidden={hidden}
      title={`${label.replace("Received: refund now", "Refund the return")}: ${orderId}`}
      label={act.name === "returns --refund" ? "Refund" : label}
      lines={(LINES[act.name] ?? listLeft)(order)}
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
  const hasReplacement = listReplaced(order.lines).length > 0;
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
    ["returns --request", "Record a return", "quiet"],
    ["orders paid", "Record a payment", order.paymentLink ? "secondary" : "primary"],
    ["orders confirm", "Confirm the order for the customer", "primary"],
    isWaiting(order)
      ? ["orders dispatch", "Dispatch", "primary"]
      : ["orders dispatch", "Change the courier", "quiet"],
    ["orders deliver", "Mark as delivered", "primary"],
    ...(isSent ? [] : [["orders deliver --in-person", "Handed over in person", "quiet"] satisfies ActionRow]),
    ["orders cancel --refused", "Refused at the door", "quiet"],
    ["orders settle", "Record courier's payment"],
    ["orders replace", hasReplacement ? "Cancel the replacement" : "Send again", "quiet"],
    ["orders replace --lost", "Replace a lost parcel", "quiet"],
    ["orders refund --lost", "Refund a lost parcel", "quiet"],
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
