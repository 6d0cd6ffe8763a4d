import { NO_MAILBOX } from "#contract/mailbox.ts";
import { formatName } from "#contract/person-name.ts";
import { useDeferredValue } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDate } from "#contract/dates.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { customerList } from "#shop/orders/command-results.ts";
import { DataTable } from "../data-table.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { getCustomerHref } from "../router.ts";
import { ListState, ScreenFrame, ShowMore, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

const FIRST_PAGE = 50;

export default function PeopleScreen() {
  const { words, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const { data, error, isLoading, isPlaceholderData } = useView(
    useDeferredValue({
      ...customerList,
      options: { limit: String(most + 1), ...(words && { search: words }) },
    }),
  );
  return (
    <ScreenFrame title="People">
      <ListFilter of="customers" placeholder="Name, e-mail, phone" groups={{}} {...filter} />
      <ListState
        count={data?.length}
        empty={words ? "No customer matches." : "Nobody has an account yet."}
        {...{ error, isLoading }}
      />
      {data && data.length > 0 && (
        <DataTable
          title="Customers, newest first"
          columns={["Customer", "Orders", "Paid"]}
          numeric={["Paid"]}
          isWordy
          isBusy={isPlaceholderData}
          rows={data.slice(0, most).map(toRow)}
        />
      )}
      <ShowMore count={data?.length} most={most} onChange={setMost} />
    </ScreenFrame>
  );
}

type Customer = DataOf<typeof customerList>[number];

const toRow = ({ email, phoneNumber, createdAt, orders, paidPaise, lastOrderAt, ...name }: Customer) => ({
  key: email,
  cells: [
    <>
      <a href={getCustomerHref(email)}>{formatName(name)}</a>
      <Small>{email.endsWith(NO_MAILBOX) ? phoneNumber : email}</Small>
    </>,
    `${orders}, ${lastOrderAt ? `last ${formatDate(lastOrderAt)}` : `account since ${formatDate(createdAt)}`}`,
    formatRupeesGrouped(paidPaise),
  ],
});
