import { NO_MAILBOX } from "#contract/mailbox.ts";
import { formatName } from "#contract/person-name.ts";
import { useDeferredValue } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { customerList } from "#shop/orders/command-results.ts";
import { DataTable } from "../data-table.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { getCustomerHref } from "../router.ts";
import { ListState, ScreenFrame, ShowMore, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./people.module.css";

const FIRST_PAGE = 50;

const SORTS = [
  ["", "Newest first"],
  ["name", "Name"],
  ["last-order", "Last order first"],
  ["paid", "Paid most first"],
] as const;

export default function PeopleScreen() {
  const { values, words, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const { sort = "" } = values;
  const which = words === "" && ["last-order", "paid"].includes(sort) ? " with an order" : "";
  const { data, error, isLoading, isPlaceholderData } = useView(
    useDeferredValue({
      ...customerList,
      options: { limit: String(most + 1), ...(words && { search: words }), ...(sort && { sort }) },
    }),
  );
  return (
    <ScreenFrame
      title="Customers"
      lead={
        data &&
        (data.length > most ? `More than ${most} customers` : formatCount(data.length, "customer")) + which
      }
    >
      <ListFilter
        of="customers"
        placeholder="Name, e-mail, phone"
        groups={{}}
        fields={words === "" ? [{ name: "sort", label: "Sort by", of: SORTS }] : []}
        {...filter}
      />
      <ListState
        count={data?.length}
        empty={words ? "No customer matches." : `There are no customers${which} yet.`}
        {...{ error, isLoading }}
      />
      {data && data.length > 0 && (
        <DataTable
          title="Customers"
          columns={["Customer", "Orders", "Paid"]}
          numeric={["Orders", "Paid"]}
          isBusy={isPlaceholderData}
          rows={data.slice(0, most).map(toRow)}
        />
      )}
      <ShowMore count={data?.length} most={most} onChange={setMost} text="Show more" />
    </ScreenFrame>
  );
}

type Customer = DataOf<typeof customerList>[number];

const toRow = ({ email, phoneNumber, orders, paidPaise, lastOrderAt, ...name }: Customer) => ({
  key: email,
  cells: [
    <>
      <a href={getCustomerHref(email)}>{formatName(name)}</a>
      <Small>
        {phoneNumber && (
          <a href={`tel:+91${phoneNumber}`} className={styles.contact}>
            {phoneNumber}
          </a>
        )}
        {!email.endsWith(NO_MAILBOX) && (
          <a href={`mailto:${encodeURIComponent(email)}`} className={styles.contact}>
            {email}
          </a>
        )}
      </Small>
    </>,
    <>
      {orders}
      {lastOrderAt && <Small>last {formatDate(lastOrderAt)}</Small>}
    </>,
    formatRupeesGrouped(paidPaise),
  ],
});
