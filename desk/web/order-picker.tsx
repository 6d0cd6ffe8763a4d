import { useDeferredValue, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatName } from "#contract/person-name.ts";
import { orderList } from "#shop/orders/command-results.ts";
import type { DescribedCommand } from "../calls.ts";
import { DataTable } from "./data-table.tsx";
import { ListFilter } from "./list-filter.tsx";
import { OrderBadge } from "./order-parts.tsx";
import { ListState, Small } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

export const isAboutOrder = ({ args: [first] }: DescribedCommand): boolean => first?.kind === "order";

/** The group of orders for which an action is usually meant. The other actions are for all orders. */
const USUAL_GROUPS: Readonly<Record<string, "to-pack" | "on-their-way" | "unpaid" | "delivered">> = {
  "orders cancel": "to-pack",
  "orders correct": "to-pack",
  "orders dispatch": "to-pack",
  "orders print": "to-pack",
  "orders deliver": "on-their-way",
  "orders paid": "unpaid",
  "orders confirm": "unpaid",
  "orders refund": "delivered",
  "orders replace": "delivered",
  "orders settle": "delivered",
};

const GROUP_NAMES = {
  "to-pack": "The newest orders to pack.",
  "on-their-way": "The newest orders on their way.",
  unpaid: "The newest unpaid orders.",
  delivered: "The newest delivered orders.",
};

const MAX_SHOWN = 10;

/** Asks for the order of an action that was opened without one. The order's screen then opens the form. */
export function OrderPicker({ action }: { action: string }) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const group = USUAL_GROUPS[action];
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...orderList,
    options: { limit: String(MAX_SHOWN), ...(search ? { search } : group !== undefined && { group }) },
  });
  return (
    <>
      <ListFilter
        of="the order"
        placeholder="Number, name, phone, city, product"
        groups={{}}
        search={text}
        group=""
        onChange={(next) => setText(next.search ?? "")}
      />
      {search === "" && (
        <Small>
          {group === undefined ? "The newest orders." : GROUP_NAMES[group]} To find another order, type a word
          of it.
        </Small>
      )}
      <ListState
        count={data?.length}
        empty={search === "" ? "No such order at the moment." : "No order matches these words."}
        {...{ error, isLoading }}
      />
      {data && data.length > 0 && (
        <DataTable
          title="Orders, newest first"
          columns={["Order", "Customer", "State"]}
          isDense
          isBusy={isPlaceholderData}
          rows={data.map((order) => ({
            key: order.orderId,
            cells: [
              <a key="order" href={deskLinks.order(order.orderId, action)}>
                {order.orderId}
              </a>,
              <>
                {formatName(order.contact.buyer ?? order.contact)}
                <Small>{order.shippingAddress.city}</Small>
              </>,
              <OrderBadge key="state" order={order} />,
            ],
          }))}
        />
      )}
    </>
  );
}
