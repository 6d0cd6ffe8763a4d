import { useDeferredValue, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import { formatName } from "#contract/person-name.ts";
import { orderList } from "#shop/orders/command-results.ts";
import type { DescribedCommand } from "../calls.ts";
import { ListFilter } from "./list-filter.tsx";
import { OrderBadge, Pieces } from "./order-parts.tsx";
import styles from "./order-parts.module.css";
import { Entries, Entry, ListState, Small } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

export const isAboutOrder = ({ args: [first] }: DescribedCommand): boolean => first?.kind === "order";

/** Asks for the order of an action that was opened without one. The order's screen then opens the form. */
export function OrderPicker({ action }: { action: string }) {
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const isChecked = useCommand("orders list")?.options["action"]?.choices?.includes(action) === true;
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...orderList,
    options: { limit: "10", ...(search ? { search } : isChecked && { action }) },
  });
  return (
    <>
      <ListFilter
        of="the order"
        placeholder="Number, name, phone, product"
        groups={{}}
        search={text}
        group=""
        onChange={(next) => setText(next["search"] ?? "")}
      />
      <ListState
        count={data?.length}
        empty={
          search === "" ? "No order needs this now. You can search for one." : "No order matches these words."
        }
        {...{ error, isLoading }}
      />
      <div className={styles.lines}>
        <Entries isBusy={isPlaceholderData}>
          {data?.map((order) => (
            <Entry
              key={order.orderId}
              head={
                <>
                  <a href={deskLinks.order(order.orderId, action)} className="stretched">
                    {order.orderId}
                  </a>
                  <OrderBadge order={order} />
                </>
              }
            >
              <Pieces order={order} />
              <Small>
                {joinTexts(
                  ", ",
                  formatName(order.contact.buyer ?? order.contact),
                  order.shippingAddress.city,
                  formatDate(order.createdAt),
                  // Packers do not see the totals.
                  order.payable !== undefined && formatRupeesGrouped(order.payable),
                )}
              </Small>
            </Entry>
          ))}
        </Entries>
      </div>
    </>
  );
}
