import { useState } from "react";
import { formatDate } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { newsletterData } from "#shop/contact/command-results.ts";
import { DataTable } from "../data-table.tsx";
import { NamedButton } from "../named-button.tsx";
import { PrintButton } from "../print-button.tsx";
import { ListState, ScreenFrame, ShowMore } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

const FIRST_PAGE = 50;

export default function NewsletterScreen() {
  const [maxRows, setMaxRows] = useState(FIRST_PAGE);
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...newsletterData,
    options: { newest: String(maxRows + 1) },
  });
  return (
    <ScreenFrame
      title="Newsletter"
      lead={
        data &&
        `${formatCount(data.all, "subscriber")}, ${data.newInLastMonth} new in the last 30 days. They agreed to e-mails about new pieces. Download the file before each newsletter: it has their unsubscribe links.`
      }
      actions={
        <PrintButton verb="export" args={{ what: "newsletter", file: "newsletter.csv" }}>
          Download as CSV
        </PrintButton>
      }
    >
      <ListState count={data?.all} empty="There are no subscribers yet." {...{ error, isLoading }} />
      {data && data.all > 0 && (
        <DataTable
          title="Subscribers, newest first"
          columns={["E-mail", "Subscribed on", ""]}
          isBusy={isPlaceholderData}
          rows={data.subscribers.slice(0, maxRows).map(({ email, consentedAt }) => ({
            key: email,
            cells: [
              email,
              formatDate(consentedAt),
              <NamedButton
                key={email}
                name="newsletter"
                text="Remove"
                of={email}
                values={{ email, remove: "on" }}
              />,
            ],
          }))}
        />
      )}
      <ShowMore count={data?.subscribers.length} most={maxRows} onChange={setMaxRows} />
    </ScreenFrame>
  );
}
