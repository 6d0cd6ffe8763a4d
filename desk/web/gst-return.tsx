import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import { gstReturn } from "#shop/invoices/command-results.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { DataTable } from "./data-table.tsx";
import { type FinishedRun, getData, tryRun } from "./desk-calls.ts";
import styles from "./gst-return.module.css";
import { Files, ResultView } from "./result-view.tsx";
import { Acts, Entries, Entry, Small } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

type Finding = DataOf<typeof gstReturn>["findings"][number];

/** Creates the GST return (GSTR-1) of a month. Shows the file for the tax portal, and its problems below. */
export function GstReturn({ month }: { month: string }) {
  const command = useCommand("report gstr1");
  const { data: seller } = useView(shownSettings.seller, { readAfter: "changes" });
  const hasGstin = !seller || (Boolean(seller.values["gstin"]) && !seller.samples.includes("gstin"));
  const [reply, setReply] = useState<FinishedRun | null>(null);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const made = { noun: "report", verb: "gstr1", args: {}, options: { month, into: "." }, files: {} };
    setReply(await tryRun(made));
    setBusy(false);
  };
  if (!command) return null;
  return (
    <>
      <Acts>
        <Button busy={isBusy} disabled={!hasGstin} onClick={() => void make()}>
          Make GSTR-1
        </Button>
        <Small>
          The GST return of the month, for the GST portal.{" "}
          {!hasGstin && <a href={deskLinks.seller()}>Enter your GSTIN</a>}
        </Small>
      </Acts>
      <div role="status">{reply && <Made reply={reply} />}</div>
    </>
  );
}

function Made({ reply }: { reply: FinishedRun }) {
  const made = getData(gstReturn, reply);
  if (made === null || reply.outcome !== "done") return <ResultView done={reply} />;
  const { columns = [], rows = [] } = reply.result;
  const { files = [], task = "" } = reply;
  const isForPortal = (name: string) => name.endsWith(".json");
  return (
    <div className={styles.made}>
      <Files task={task} names={files.filter(isForPortal)} />
      <Small>
        Upload this file at gst.gov.in: Returns Dashboard, the month, GSTR-1, Prepare offline. The portal
        shows the return before you file it.
      </Small>
      {made.findings.length > 0 && <Findings findings={made.findings} />}
      <DataTable
        title="Totals of the GST return"
        columns={columns}
        numeric={columns.slice(1)}
        isDense
        isWordy
        rows={rows
          .filter(([, documents]) => documents !== 0)
          .map((row) => ({ key: String(row[0]), cells: [...row] }))}
      />
      <Disclosure summary="The sheets as CSV files, for the offline tool">
        <Files task={task} names={files.filter((name) => !isForPortal(name))} />
      </Disclosure>
    </div>
  );
}

const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <>
    <h3 className="h4">Check this before you upload the file</h3>
    <Entries>
      {findings.map(({ what, remedy, documents }) => (
        <Entry
          key={what}
          head={
            <strong>
              {formatCount(documents.length, "document")} with {what}
            </strong>
          }
        >
          <p>{remedy}.</p>
          {documents.length > FEW_DOCUMENTS ? (
            <Disclosure summary={`Show the ${documents.length} documents`}>
              <DocumentLinks documents={documents} />
            </Disclosure>
          ) : (
            <DocumentLinks documents={documents} />
          )}
        </Entry>
      ))}
    </Entries>
  </>
);

const FEW_DOCUMENTS = 5;

const DocumentLinks = ({ documents }: Pick<Finding, "documents">) => (
  <ul className={styles.documents}>
    {documents.map(({ number, orderId }) => (
      <li key={number}>
        <a href={`/orders/${orderId}`}>{number}</a>
      </li>
    ))}
  </ul>
);
