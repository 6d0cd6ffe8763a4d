import { useDeferredValue } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { auditList } from "#contract/operator-results.ts";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Entries, Entry, ScreenFrame, ShowMore, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

const groups = { "": "All", operators: "The shop", customers: "Customers" } as const;

const FIRST_PAGE = 50;

export default function RecordScreen() {
  const { words, group, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const { data, error, isLoading, isPlaceholderData } = useView(
    useDeferredValue({
      ...auditList,
      options: {
        limit: String(most + 1),
        ...(group && { of: group }),
        ...(words && (words.includes("@") ? { customer: words } : { command: words })),
      },
    }),
  );
  return (
    <ScreenFrame title="Who did what">
      <ListFilter
        of="entries"
        placeholder="A command (orders refund) or a customer’s e-mail address"
        groups={groups}
        {...filter}
      />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.length === 0 && <p role="status">No entry matches.</p>}
      <Entries isBusy={isPlaceholderData}>
        {data?.slice(0, most).map(({ at, who, what, from }, line) => (
          <Entry key={`${at} ${line}`}>
            {what}
            <Small>
              {formatDateTime(at)}, {[who, from].filter(Boolean).join(", ")}
            </Small>
          </Entry>
        ))}
      </Entries>
      <ShowMore count={data?.length} most={most} onChange={setMost} />
    </ScreenFrame>
  );
}
