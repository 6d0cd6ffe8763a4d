import {
  type KeyboardEvent as ReactKeyboardEvent,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";
import { formatDateTime } from "#contract/dates.ts";
import { formatRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import type { View } from "../../calls.ts";
import { CouriersLists } from "../couriers-lists.tsx";
import { DispatchDialog } from "../dispatch-dialog.tsx";
import { isTyping, ListFilter } from "../list-filter.tsx";
import { type ListedOrder, OrderBadge, Thumbs } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { getFormHref, goTo, useQueryValues } from "../router.ts";
import { ScreenFrame, ViewState } from "../screen-frame.tsx";
import { session } from "../session.ts";
import { useView } from "../use-view.ts";
import styles from "./orders.module.css";

const groups = {
  "": "All",
  "to-pack": "To pack",
  "on-their-way": "On their way",
  "to-answer": "To answer",
  unpaid: "Unpaid",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const;

const FIRST_PAGE = 50;

/** All orders, found as one types; several at once are printed and sent. */
export default function OrdersScreen() {
  const isPacker = session.useValue()?.role === "packer";
  const { search = "", group = isPacker ? "to-pack" : "" } = useQueryValues();
  const [most, setMost] = useState(FIRST_PAGE);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data, error, isLoading, isPlaceholderData } = useView<ListedOrder[]>(
    useDeferredValue(toView({ search, group, most: most + 1 })),
  );
  const orders = data?.slice(0, most) ?? [];
  const show = (next: { search?: string; group?: string }) => {
    setMost(FIRST_PAGE);
    const values = { search, group, ...next };
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
    goTo(`/orders${query && `?${query}`}`, { replace: true });
  };
  const choose = (orderIds: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const now = new Set(before);
      for (const orderId of orderIds)
        if (isChosen) now.add(orderId);
        else now.delete(orderId);
      return now;
    });
  const picked = orders.filter(({ orderId }) => chosen.has(orderId));
  return (
    <ScreenFrame
      title="Orders"
      actions={
        <>
          <ButtonLink variant="secondary" href={getFormHref("orders pack")}>
            Pick list
          </ButtonLink>
          <CouriersLists />
        </>
      }
    >
      <ListFilter
        of="orders"
        placeholder="Number, name, phone, city, product"
        groups={groups}
        search={search}
        group={group}
        onChange={show}
      />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.length === 0 && <p role="status">No order fits these words.</p>}
      {orders.length > 0 && (
        <OrderTable {...{ orders, chosen, choose, isPacker }} isOld={isPlaceholderData} />
      )}
      {(data?.length ?? 0) > most && (
        <Button variant="secondary" onClick={() => setMost(most * 2)}>
          Show older ones
        </Button>
      )}
      {picked.length > 0 && <ChosenBar picked={picked} onDone={() => setChosen(new Set())} />}
    </ScreenFrame>
  );
}

const toView = ({ search, group, most }: { search: string; group: string; most: number }): View => ({
  noun: "orders",
  verb: "list",
  options: { limit: String(most), ...(search.trim() && { search }), ...(group && { group }) },
});

interface OrderTableProps {
  orders: readonly ListedOrder[];
  chosen: ReadonlySet<string>;
  choose: (orderIds: readonly string[], isChosen: boolean) => void;
  isPacker: boolean;
  /** What was found before: the next is on its way. */
  isOld: boolean;
}

function OrderTable({ orders, chosen, choose, isPacker, isOld }: OrderTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const areAllChosen = orders.every(({ orderId }) => chosen.has(orderId));
  const orderIds = orders.map(({ orderId }) => orderId);
  return (
    <table ref={table} className={classNames(styles.table, isOld && styles.old)} aria-busy={isOld}>
      <caption className="visually-hidden">
        Orders. Keys: j and k go down and up, x chooses, Enter opens, slash searches.
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Choose all of them"
              checked={areAllChosen}
              onChange={() => choose(orderIds, !areAllChosen)}
            />
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
            isChosen={chosen.has(order.orderId)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface OrderRowProps extends Pick<OrderTableProps, "choose" | "isPacker"> {
  order: ListedOrder;
  isChosen: boolean;
}

function OrderRow({ order, isChosen, isPacker, choose }: OrderRowProps) {
  const { orderId, createdAt, contact, shippingAddress, lines, payable } = order;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const press = (event: ReactKeyboardEvent) => {
    if (event.key === "x") choose([orderId], !isChosen);
  };
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.box}>
        <input
          type="checkbox"
          aria-label={`Choose ${orderId}`}
          checked={isChosen}
          onChange={() => choose([orderId], !isChosen)}
        />
      </td>
      <td>
        <a href={`/orders/${orderId}`} className={styles.number} data-row="" onKeyDown={press}>
          {orderId}
        </a>
        <span className={styles.small}>{formatDateTime(createdAt)}</span>
      </td>
      <td>
        {contact.firstName} {contact.lastName}
        <span className={styles.small}>{shippingAddress.city}</span>
      </td>
      <td>
        <Thumbs lines={lines} />
        <span className={styles.small}>{formatCount(pieces, "piece")}</span>
      </td>
      {!isPacker && <td className={styles.sum}>{payable !== undefined && formatRupees(payable)}</td>}
      <td>
        <OrderBadge order={order} />
      </td>
    </tr>
  );
}

/** j and k go from order to order; Enter is the link's own. */
function useRowKeys(table: { current: HTMLTableElement | null }): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || isTyping(event)) return;
      const rows = [...(table.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}

/** What can be done with several orders at once. */
function ChosenBar({ picked, onDone }: { picked: readonly ListedOrder[]; onDone: () => void }) {
  const [isSending, setSending] = useState(false);
  const orderIds = picked.map(({ orderId }) => orderId);
  return (
    <div className={styles.chosen} role="region" aria-label="Chosen orders">
      <strong role="status">{formatCount(picked.length, "order")} chosen</strong>
      <PrintButton options={{ orders: orderIds.join("\n"), together: "on" }}>
        Print slips and labels
      </PrintButton>
      <Button onClick={() => setSending(true)}>Dispatch</Button>
      <Button variant="quiet" onClick={onDone}>
        Choose none
      </Button>
      <DispatchDialog
        orders={picked}
        open={isSending}
        onClose={() => setSending(false)}
        onDone={() => {
          setSending(false);
          onDone();
        }}
      />
    </div>
  );
}
