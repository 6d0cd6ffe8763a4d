import { formatName } from "#contract/person-name.ts";
import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import { type ReactNode, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime, formatMonth, toIsoDay } from "#contract/dates.ts";
import { formatRoundRupees, formatRupeesGrouped, toRupees } from "#contract/money.ts";
import { capitalise, formatCount, uncapitalise } from "#contract/text.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { SelectField } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { invoiceList, salesByDay } from "#shop/invoices/command-results.ts";
import { salesByProduct } from "#shop/orders/command-results.ts";
import { reportStock } from "#shop/today/command-results.ts";
import { DataTable } from "../data-table.tsx";
import type { DeskError } from "../desk-calls.ts";
import { GstReturn } from "../gst-return.tsx";
import { BarTable, DayBars, formatFullDay } from "../plots.tsx";
import { SumList } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { goTo, useQueryValues } from "../router.ts";
import {
  Acts,
  ListState,
  ScreenFrame,
  Section,
  ShowMore,
  Small,
  ToggleGroup,
  ViewState,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./books.module.css";

export default function BooksScreen() {
  const { month: monthParam = "" } = useQueryValues();
  const thisMonth = getThisMonth();
  const month = isMonth(monthParam) ? monthParam : thisMonth;
  const leads = { [thisMonth]: "This month, until today", [moveMonth(thisMonth, -1)]: "Last month" };
  return (
    <ScreenFrame title="Books" lead={leads[month]} actions={<MonthChooser month={month} />}>
      <Sales month={month} />
      <Files month={month} />
      <div className={styles.columns}>
        <div className="stack top gap-6">
          <BestSellers month={month} />
          <Categories month={month} />
        </div>
        <RunningOut />
      </div>
      <Papers month={month} />
    </ScreenFrame>
  );
}

const getThisMonth = (): string => toIsoDay(new Date()).slice(0, 7);

const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

const show = (month: string): void => goTo(`/books?month=${month}`, { replace: true });

/** The list contains this many months. With the arrows beside it, the user can go to earlier months. */
const LISTED_MONTHS = 36;

function MonthChooser({ month }: { month: string }) {
  const thisMonth = getThisMonth();
  const months = Array.from({ length: LISTED_MONTHS }, (_, at) => moveMonth(thisMonth, -at));
  return (
    <div className="row middle gap-1">
      <IconButton
        label="The month before"
        icon={ChevronLeft}
        size={20}
        onClick={() => show(moveMonth(month, -1))}
      />
      <SelectField
        label="Month"
        className={styles.month}
        value={month}
        onChange={({ target: { value } }) => show(value)}
      >
        {[...new Set([...months, month])].map((each) => (
          <option key={each} value={each}>
            {formatMonth(new Date(each))} {each.slice(0, 4)}
          </option>
        ))}
      </SelectField>
      <IconButton
        label="The month after"
        icon={ChevronRight}
        size={20}
        disabled={month >= thisMonth}
        onClick={() => show(moveMonth(month, 1))}
      />
    </div>
  );
}

function moveMonth(month: string, step: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step)).toISOString().slice(0, 7);
}

const useMonth = (month: string) => useView({ ...salesByDay, options: { month, by: "day" } });

function Sales({ month }: { month: string }) {
  const { data, ...state } = useMonth(month);
  if (!data) return <ViewState {...state} doing="Adding up the invoices of the month." />;
  const { total, days, columns, received, paidBackPaise } = data;
  const parts = columns.map((name, at) => [nameOf(name), total.amounts[at] ?? 0] as const);
  const paid = received.reduce((sum, { paise }) => sum + paise, 0);
  return (
    <div className="stack gap-6" aria-busy={state.isPlaceholderData}>
      <div className={styles.sums}>
        <Section title="Sales">
          <SumList
            total={NET}
            rows={[
              [`Sold, ${formatCount(total.invoices, "invoice")}`, total.soldPaise],
              [`Refunded, ${formatCount(total.creditNotes, "credit note")}`, -total.refundedPaise],
              [NET, total.soldPaise - total.refundedPaise],
            ]}
          />
        </Section>
        <Section title="Goods and GST">
          <SumList total={WITH_GST} rows={parts} />
        </Section>
        <Section title="Received">
          <SumList
            total={RECEIVED}
            rows={[
              ...received.map(({ way, paise }) => [way, paise] as const),
              ["Paid back", -paidBackPaise],
              [RECEIVED, paid - paidBackPaise],
            ]}
          />
        </Section>
      </div>
      {days.some(({ soldPaise, refundedPaise }) => soldPaise + refundedPaise > 0) && (
        <Section title="Sales by day">
          <DayBars
            title="Sales by day"
            days={days.map(({ day, soldPaise, refundedPaise }) => ({
              day,
              up: soldPaise,
              down: refundedPaise,
            }))}
            describe={({ up, down = 0 }) =>
              `${formatRupeesGrouped(up)} sold${down > 0 ? `, ${formatRupeesGrouped(down)} refunded` : ""}`
            }
            formatHighest={(paise) => formatRoundRupees(toRupees(paise))}
          >
            <DataTable
              title="Sales by day"
              columns={["Day", "Sold", "Refunded"]}
              numeric={["Sold", "Refunded"]}
              isDense
              rows={days.map(({ day, soldPaise, refundedPaise }) => ({
                key: day,
                cells: [
                  formatFullDay(day),
                  formatRupeesGrouped(soldPaise),
                  refundedPaise > 0 && formatRupeesGrouped(refundedPaise),
                ],
              }))}
            />
          </DayBars>
        </Section>
      )}
    </div>
  );
}

const NET = "Sales minus refunds";
const WITH_GST = "Total with GST";
const RECEIVED = "Received in total";

const nameOf = (column: string): string => ({ Goods: "Goods before GST", Paid: WITH_GST })[column] ?? column;

interface ListSectionProps {
  title: string;
  state: { error: DeskError | null; isLoading: boolean; isPlaceholderData: boolean };
  count: number | undefined;
  empty: string;
  filter?: ReactNode;
  children: ReactNode;
}

/** The number of rows that a list shows at first. */
const SHOWN = 10;

const ListSection = ({ title, state, count, empty, filter, children }: ListSectionProps) => (
  <Section title={title} isBusy={state.isPlaceholderData}>
    {filter}
    <ListState {...state} count={count} empty={empty} />
    {count ? children : null}
  </Section>
);

function Categories({ month }: { month: string }) {
  const { data, ...state } = useMonth(month);
  const categories = data?.categories ?? [];
  return (
    <ListSection
      title="By category"
      state={state}
      count={data && categories.length}
      empty="There were no sales in this month."
    >
      <BarTable
        title="Goods sold, by category"
        columns={["Category", "Before GST", "GST"]}
        rows={categories.map(({ category, goodsPaise, taxPaise }) => ({
          key: category,
          cells: [category, formatRupeesGrouped(goodsPaise), formatRupeesGrouped(taxPaise)],
          value: goodsPaise,
        }))}
      />
    </ListSection>
  );
}

function BestSellers({ month }: { month: string }) {
  const { data, ...state } = useView({
    ...salesByProduct,
    options: { by: "product", month, limit: String(SHOWN) },
  });
  return (
    <ListSection
      title="Best sellers"
      state={state}
      count={data?.length}
      empty="Nothing was ordered in this month."
    >
      <BarTable
        title="Best sellers of the month"
        columns={["Product", "Pieces", "Before GST"]}
        rows={(data ?? []).map(({ productId, title, pieces, worthPaise }) => ({
          key: productId,
          cells: [
            <a key={productId} href={`/products/${productId}`}>
              {title}
            </a>,
            pieces,
            formatRupeesGrouped(worthPaise),
          ],
          value: pieces,
        }))}
      />
    </ListSection>
  );
}

/** The bar of a product is full if its stock lasts for this many days. */
const ENOUGH_DAYS = 90;
const URGENT_DAYS = 14;

function RunningOut() {
  const [maxRows, setMaxRows] = useState(SHOWN);
  const { data, ...state } = useView({ ...reportStock, options: { limit: String(maxRows + 1) } });
  return (
    <ListSection
      title="Running out"
      state={state}
      count={data?.length}
      empty="No product with a stock count is low in stock or was sold in the last 30 days."
    >
      <Small>Days of stock left, at the pace of the last 30 days.</Small>
      <BarTable
        title="Days of stock left"
        columns={["Product", "Left", "Sold", "Lasts"]}
        most={ENOUGH_DAYS}
        rows={(data ?? []).slice(0, maxRows).map(({ productId, title, left, sold, daysLeft, waiting }) => ({
          key: productId,
          cells: [
            <>
              <a href={`/products/${productId}`}>{title}</a>
              {waiting > 0 && <Small>{formatCount(waiting, "person waits", "people wait")}</Small>}
            </>,
            left,
            sold,
            left <= 0
              ? "sold out"
              : daysLeft === null
                ? "no sales"
                : daysLeft > 365
                  ? "over a year"
                  : formatCount(daysLeft, "day"),
          ],
          value: daysLeft === null ? 0 : Math.max(daysLeft, 1),
          isUrgent: daysLeft !== null && daysLeft < URGENT_DAYS,
        }))}
      />
      <ShowMore count={data?.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </ListSection>
  );
}

const PAPERS = { "": "All", invoice: "Invoices", "credit-note": "Credit notes" } as const;

function Papers({ month }: { month: string }) {
  const [maxRows, setMaxRows] = useState(SHOWN);
  const [kind, setKind] = useState<keyof typeof PAPERS>("");
  const { data, ...state } = useView({
    ...invoiceList,
    options: { month, limit: String(maxRows + 1), ...(kind && { kind }) },
  });
  return (
    <ListSection
      title="Invoices and credit notes"
      state={state}
      count={data?.length}
      empty={`There are no ${uncapitalise(PAPERS[kind || "invoice"])} in this month.`}
      filter={<ToggleGroup label="Documents" choices={PAPERS} chosen={kind} onChange={setKind} />}
    >
      <DataTable
        title="Invoices and credit notes of the month, newest first"
        columns={["Number", "Billed to", "Amount"]}
        numeric={["Amount"]}
        isDense
        rows={(data ?? []).slice(0, maxRows).map(toPaperRow)}
      />
      <ShowMore count={data?.length} most={maxRows} onChange={setMaxRows} />
    </ListSection>
  );
}

function Files({ month }: { month: string }) {
  const toReport = (title: string, by: object = {}) => ({
    title,
    verb: "report sales",
    options: { month, csv: "on", ...by },
  });
  const sales = toReport("Sales and GST");
  const exports = ["orders", "invoices", "payments"].map((what) => ({
    title: capitalise(what),
    verb: "export",
    args: { what, file: `${what}-${month}.csv` },
    options: { month },
  }));
  const others = [
    toReport("Sales by day", { by: "day" }),
    toReport("Sales by category", { by: "category" }),
    toReport("Best sellers", { by: "product" }),
    { title: "Days of stock left", verb: "report stock", options: { csv: "on" } },
  ];
  return (
    <Section title="Files for the accountant">
      <Acts>
        <PrintButton {...sales} also={exports}>
          All files of the month
        </PrintButton>
      </Acts>
      <GstReturn key={month} month={month} />
      <Disclosure summary="Single files">
        <Acts>
          {[sales, ...exports, ...others].map((print) => (
            <PrintButton key={print.title} {...print}>
              {print.title} as CSV
            </PrintButton>
          ))}
        </Acts>
      </Disclosure>
    </Section>
  );
}

type Paper = DataOf<typeof invoiceList>[number];

const toPaperRow = ({ number, kind, issuedAt, orderId, contact, company, amount }: Paper) => ({
  key: number,
  cells: [
    <>
      <PrintButton verb="invoices" args={{ document: number }} options={{ pdf: "on" }} isInline>
        {number}
      </PrintButton>{" "}
      {kind === "credit-note" && <Badge>Credit note</Badge>}
      <Small>{formatDateTime(issuedAt)}</Small>
    </>,
    <>
      {company?.name ?? formatName(contact.buyer ?? contact)}
      <Small>
        <a href={`/orders/${orderId}`}>{orderId}</a>
      </Small>
    </>,
    formatRupeesGrouped(kind === "credit-note" ? -amount : amount),
  ],
});
