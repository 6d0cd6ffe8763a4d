import { useDeferredValue, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import { formatName } from "#contract/person-name.ts";
import { orderList } from "#shop/orders/command-results.ts";
import type { DescribedCommand } from "../calls.ts";
import { DataTable } from "./data-table.tsx";
import { ListFilter } from "./list-filter.tsx";
import { nameLine, OrderBadge } from "./order-parts.tsx";
import { ListState, Small } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

export const isAboutOrder = ({ args: [first] }: DescribedCommand): boolean => first?.kind === "order";

const MAX_SHOWN = 10;

/** Asks for the order of an action that was opened without one. The order's screen then opens the form. */
export function OrderPicker({ action }: { action: string }) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const isChecked = useCommand("orders list")?.options["action"]?.choices?.includes(action) === true;
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...orderList,
    options: { limit: String(MAX_SHOWN), ...(search ? { search } : isChecked && { action }) },
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
          {isChecked ? "The newest orders for which this is possible now." : "The newest orders."} To find
          another order, search for it.
        </Small>
      )}
      <ListState
        count={data?.length}
        empty={
          search === "" ? "This is possible for none of the newest orders." : "No order matches these words."
        }
        {...{ error, isLoading }}
      />
      {data && data.length > 0 && (
        <DataTable
          title="Orders"
          // Packers do not see the totals.
          columns={[
            "Order",
            "Customer",
            "Pieces",
            ...(data[0]?.payable === undefined ? [] : ["Total"]),
            "State",
          ]}
          numeric={["Total"]}
          isDense
          isWordy
          isBusy={isPlaceholderData}
          rows={data.map((order) => ({
            key: order.orderId,
            cells: [
              <>
                <a href={deskLinks.order(order.orderId, action)}>{order.orderId}</a>
                <Small>{formatDate(order.createdAt)}</Small>
              </>,
              <>
                {formatName(order.contact.buyer ?? order.contact)}
                <Small>{order.shippingAddress.city}</Small>
              </>,
              joinTexts(
                " ",
                ...order.lines.slice(0, 1).map(nameLine),
                order.lines.length > 1 && `+ ${order.lines.length - 1} more`,
              ),
              ...(order.payable === undefined ? [] : [formatRupeesGrouped(order.payable)]),
              <OrderBadge key="state" order={order} />,
            ],
          }))}
        />
      )}
    </>
  );
}
