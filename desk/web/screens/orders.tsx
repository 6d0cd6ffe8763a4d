import { formatName } from "#contract/person-name.ts";
import { describeNotBefore } from "#shop/policies/delivery-dates.ts";
import { useDeferredValue, useRef, useState } from "react";
import { formatDate, toIsoDay } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import type { DataOf } from "#contract/command-data.ts";
import { orderCounts, orderList } from "#shop/orders/command-results.ts";
import { packList } from "#shop/parcels/command-results.ts";
import { FieldError } from "#ui/field.tsx";
import {
  ChoiceBox,
  chooseByKey,
  ChosenBar,
  isEveryChosen,
  type RowSelection,
  useRowKeys,
  useRowSelection,
} from "../row-selection.tsx";
import { CouriersList } from "../couriers-list.tsx";
import { Dialog } from "../dialog.tsx";
import { Parcels, type Refusals } from "../parcels-form.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import {
  describeState,
  DueBadge,
  findAnswerDay,
  findDueAt,
  type ListedOrder,
  OrderBadge,
  Pieces,
  RefundBadge,
  TO_PACK,
} from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { ListState, ScreenFrame, ShowMore, Small } from "../screen-parts.tsx";
import { session } from "../session.ts";
import { useView } from "../use-view.ts";
import styles from "./orders.module.css";

const groups = {
  "": "All",
  "to-pack": "To pack",
  "to-answer": "To answer",
  unpaid: "Unpaid",
  "on-their-way": "On their way",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const;

/** The groups of orders for a packer, who does not answer the customers' requests. */
const { "to-answer": _toAnswer, ...packersGroups } = groups;

const FIRST_PAGE = 50;

export default function OrdersScreen() {
  const isPacker = session.useValue()?.role === "packer";
  const { values, words, group, filter, most, setMost } = useListQuery(FIRST_PAGE, isPacker ? "to-pack" : "");
  const narrowed = { ...(words !== "" && { search: words }), ...listNarrowing(values, isPacker) };
  const isNarrowed = Object.keys(narrowed).length > 0;
  const { data: counts } = useView(orderCounts);
  const { chosen, choose, chooseNone } = useRowSelection();
  // Copy the selection, because orders may disappear from the list while the form is open.
  const [sending, setSending] = useState<readonly ListedOrder[]>([]);
  const [dialog, setDialog] = useState<"lists" | "parcels" | "upload" | null>(null);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const { data, error, isLoading, isPlaceholderData, due } = useOrders(narrowed, group, most);
  const orders = data?.slice(0, most) ?? [];
  const picked = orders.filter(({ orderId }) => chosen.has(orderId));
  return (
    <ScreenFrame
      title="Orders"
      actions={
        <>
          {!isPacker && <ButtonLink href="/orders/new">Order by phone</ButtonLink>}
          <ButtonLink variant="secondary" href="/orders/pick-list">
            Pick list
          </ButtonLink>
          <Button variant="secondary" onClick={() => setDialog("lists")}>
            Couriers' lists
          </Button>
        </>
      }
    >
      <ListFilter
        of="orders"
        placeholder="Number, name, phone, product"
        groups={isPacker ? packersGroups : groups}
        counts={counts}
        fields={[PLACED, ...(isPacker ? [] : [PAYMENT]), ...(values["placed"] === "days" ? DAYS : [])]}
        isFolded
        {...filter}
      />
      <ListState
        count={data?.length}
        empty={(!isNarrowed && EMPTY_TEXTS[group]) || "No order matches."}
        {...{ error, isLoading }}
      />
      {orders.length > 0 && (
        <OrderTable {...{ orders, chosen, choose, isPacker, refusals, due }} isOld={isPlaceholderData} />
      )}
      <ShowMore count={data?.length} most={most} onChange={setMost} />
      {picked.length > 0 && (
        <ChosenBar count={formatCount(picked.length, "order")} label="Chosen orders" onNone={chooseNone}>
          <PrintButton options={{ orders: picked.map(({ orderId }) => orderId).join("\n"), together: "on" }}>
            Print slips and labels
          </PrintButton>
          <Button
            disabled={picked.every(
              ({ status, sendAgainSince }) => status !== "Processing" && !sendAgainSince,
            )}
            onClick={() => {
              setSending(picked);
              setDialog("parcels");
            }}
          >
            Dispatch
          </Button>
        </ChosenBar>
      )}
      <Dialog
        title={`Dispatch ${formatCount(sending.length, "parcel")}`}
        size="wide"
        open={dialog === "parcels"}
        onClose={() => setDialog(null)}
      >
        <Parcels
          orders={sending}
          onDone={(sentIds, refused) => {
            setDialog(null);
            choose(sentIds, false);
            setRefusals(refused);
          }}
          onUpload={() => setDialog("upload")}
        />
      </Dialog>
      <Dialog
        title="Couriers' lists"
        size="wide"
        open={dialog === "lists" || dialog === "upload"}
        onClose={() => setDialog(null)}
      >
        <CouriersList first={dialog === "upload" ? "dispatch" : undefined} onClose={() => setDialog(null)} />
      </Dialog>
    </ScreenFrame>
  );
}

const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  "": "There are no orders yet. The first one appears here as soon as it is placed.",
  "to-pack": "All orders are packed and sent.",
  "on-their-way": "No parcel is on its way.",
  "to-answer": "No customer waits for an answer about an order.",
  unpaid: "No order waits for a payment.",
  delivered: "No order is delivered yet.",
  cancelled: "No order is cancelled.",
};

const PLACED = {
  name: "placed",
  label: "Placed",
  prompt: "Any time",
  of: Object.entries({ today: "Today", week: "Last 7 days", month: "This month", days: "From – to" }),
};

const DAYS = [
  { name: "since", label: "From" },
  { name: "until", label: "To" },
];

/** Packers do not see payments. */
const PAYMENT = {
  name: "payment",
  label: "Payment",
  prompt: "Any payment",
  of: Object.entries({ paid: "Paid", "cash-on-delivery": "Cash on delivery", refunded: "Refunded" }),
};

/** Returns the options that limit the list to a period and a payment. Ignores a payment in a packer's URL. */
function listNarrowing(
  { placed, since, until, payment }: Readonly<Record<string, string>>,
  isPacker: boolean,
) {
  const today = toIsoDay(new Date());
  const week = toIsoDay(new Date(Date.now() - 6 * DAY));
  const first = { today, week, month: `${today.slice(0, 8)}01`, days: since }[placed ?? ""];
  return {
    ...(first && { since: first }),
    ...(placed === "days" && until && { until }),
    ...(payment && !isPacker && { payment }),
  };
}

function useOrders(narrowed: Readonly<Record<string, string>>, group: string, most: number) {
  const isToPack = group === "to-pack";
  const pack = useView(packList, { enabled: isToPack });
  const isNarrowed = Object.keys(narrowed).length > 0;
  const toPack = [...new Set(isToPack ? pack.data?.orders.map(({ orderId }) => orderId) : [])];
  const orderIds = isNarrowed ? [] : toPack.slice(0, most + 1);
  const { data, ...state } = useView(
    useDeferredValue({
      ...orderList,
      options: {
        // The most urgent orders to pack may be the oldest, so all matching orders are loaded.
        limit: String(Math.max(most + 1, isNarrowed ? toPack.length : 0)),
        ...narrowed,
        ...(orderIds.length > 0 ? { orders: orderIds.join("\n") } : group && { group }),
      },
    }),
    { enabled: !isToPack || pack.data !== undefined },
  );
  // An order with unsent pieces and a replacement is in the pick list twice. The parcel that is due first counts.
  const latestFirst = pack.data?.orders.toSorted((first, other) => other.dueAt.localeCompare(first.dueAt));
  const due = new Map(isToPack ? latestFirst?.map((each) => [each.orderId, each]) : []);
  const getDue = ({ orderId }: ListedOrder) => due.get(orderId)?.dueAt ?? "";
  return {
    ...state,
    due,
    // The shop lists the newest orders first, but orders due on the same day are packed from the oldest on.
    data: isToPack
      ? data?.toReversed().toSorted((first, other) => getDue(first).localeCompare(getDue(other)))
      : data,
  };
}

type OrderToPack = DataOf<typeof packList>["orders"][number];

interface OrderTableProps extends RowSelection {
  orders: readonly ListedOrder[];
  isPacker: boolean;
  due: ReadonlyMap<string, OrderToPack>;
  refusals: Refusals;
  isOld: boolean;
}

function OrderTable({ orders, chosen, choose, isPacker, due, refusals, isOld }: OrderTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const orderIds = orders.map(({ orderId }) => orderId);
  return (
    <table ref={table} className={classNames(styles.table, isOld && styles.old)} aria-busy={isOld}>
      <caption className="visually-hidden">
        Orders. Keys: j and k move down and up, x selects, Enter opens, slash searches.
      </caption>
      <thead>
        <tr>
          <th scope="col" className={styles.all}>
            <ChoiceBox
              ids={orderIds}
              label="Select all"
              isChosen={isEveryChosen(orderIds, chosen)}
              choose={choose}
            >
              <span aria-hidden="true">Select all {orderIds.length}</span>
            </ChoiceBox>
          </th>
          <th scope="col">Order</th>
          <th scope="col">Customer</th>
          <th scope="col">Pieces</th>
          {!isPacker && (
            <th scope="col" className={styles.sum}>
              Total
            </th>
          )}
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            {...{ order, isPacker, choose }}
            toPack={due.get(order.orderId)}
            refusal={refusals.get(order.orderId)}
            isChosen={chosen.has(order.orderId)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface OrderRowProps extends Pick<OrderTableProps, "choose" | "isPacker"> {
  order: ListedOrder;
  toPack: OrderToPack | undefined;
  /** The reason why the order could not be dispatched together with others. It is shown while the order is chosen. */
  refusal: string | undefined;
  isChosen: boolean;
}

function OrderRow({ order, toPack, refusal, isPacker, isChosen, choose }: OrderRowProps) {
  const { orderId, createdAt, contact, shippingAddress } = order;
  const notBefore = order.dispatchedAt === null && describeNotBefore(order.promised);
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.box}>
        <ChoiceBox ids={[orderId]} label={`Choose ${orderId}`} {...{ isChosen, choose }} />
      </td>
      <td className={styles.order}>
        <a
          href={`/orders/${orderId}`}
          className={styles.number}
          data-row=""
          onKeyDown={chooseByKey(orderId, isChosen, choose)}
        >
          {orderId}
        </a>
        <Small>{formatDate(createdAt)}</Small>
      </td>
      <td className={styles.customer}>
        {formatName(contact.buyer ?? contact)}
        <Small>
          {contact.buyer && `For ${formatName(contact)}, `}
          {shippingAddress.city}
        </Small>
      </td>
      <td className={styles.pieces}>
        <Pieces order={order} />
      </td>
      {!isPacker && <td className={styles.sum}>{formatRupeesGrouped(order.payable ?? 0)}</td>}
      <td className={styles.state}>
        <span className={styles.marks}>
          <PackingMarks {...{ order, toPack }} />
          <RefundBadge order={order} />
        </span>
        {notBefore && <Small>{notBefore}</Small>}
        {isChosen && refusal && <FieldError id={`${orderId}-refusal`}>Not dispatched: {refusal}</FieldError>}
      </td>
    </tr>
  );
}

/** The state of the order and when it is due. The list "To pack" omits the state if it is "To pack". */
function PackingMarks({ order, toPack }: Pick<OrderRowProps, "order" | "toPack">) {
  const { dueAt = findDueAt(order), shelves = [], toCollect = 0 } = toPack ?? {};
  const answerDay = findAnswerDay(order);
  return (
    <>
      {(!toPack || describeState(order)[0] !== TO_PACK) && <OrderBadge order={order} />}
      {dueAt !== null && <DueBadge dueAt={dueAt} />}
      {answerDay !== null && <DueBadge dueAt={answerDay} isAnswer />}
      {toPack && order.gift && <Badge tone="success">Gift</Badge>}
      {toCollect > 0 && <Badge>Cash {formatRupeesGrouped(toCollect)}</Badge>}
      {shelves.length > 0 && <Small>Shelf {shelves.join(", ")}</Small>}
    </>
  );
}
