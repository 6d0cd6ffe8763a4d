import { formatName } from "#contract/person-name.ts";
import ChevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime, toIsoDay } from "#contract/dates.ts";
import { formatRoundRupees, formatRupeesGrouped, toRupees } from "#contract/money.ts";
import { capitalise, formatCount } from "#contract/text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { invoiceList, salesByDay } from "#shop/invoices/command-results.ts";
import { salesByProduct } from "#shop/orders/command-results.ts";
import { reportStock } from "#shop/today/command-results.ts";
import { DataTable } from "../data-table.tsx";
import type { DeskError } from "../desk-calls.ts";
import { GstReturn } from "../gst-return.tsx";
import { BarTable, DayBars, formatFullDay } from "../plots.tsx";
import { PrintButton } from "../print-button.tsx";
import { goTo, useQueryValues } from "../router.ts";
import {
  Acts,
  Figure,
  Figures,
  ListState,
  ScreenFrame,
  Section,
  ShowMore,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./books.module.css";

export default function BooksScreen() {
  const { month: monthParam = "" } = useQueryValues();
  const [thisMonth] = useState(getThisMonth);
  const month = isMonth(monthParam) ? monthParam : thisMonth;
  return (
    <ScreenFrame title="Books" actions={<MonthChooser month={month} />}>
      <Sales month={month} />
      <div className={styles.columns}>
        <Categories month={month} />
        <BestSellers month={month} />
      </div>
      <RunningOut />
      <Papers month={month} />
    </ScreenFrame>
  );
}

const getThisMonth = (): string => toIsoDay(new Date()).slice(0, 7);

const isMonth = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

const show = (month: string): void => goTo(`/books?month=${month}`, { replace: true });

function MonthChooser({ month }: { month: string }) {
  const id = useId();
  return (
    <div className={styles.months}>
      <IconButton
        label="The month before"
        icon={ChevronLeft}
        size={20}
        onClick={() => show(moveMonth(month, -1))}
      />
      <label htmlFor={id} className="visually-hidden">
        Month
      </label>
      <input
        key={month}
        id={id}
        type="month"
        className={styles.month}
        // A browser without a month picker shows a text field with this example.
        placeholder="2026-11"
        defaultValue={month}
        onChange={({ target: { value } }) => isMonth(value) && show(value)}
      />
      <IconButton
        label="The month after"
        icon={ChevronRight}
        size={20}
        onClick={() => show(moveMonth(month, 1))}
      />
    </div>
  );
}

function moveMonth(month: string, step: 1 | -1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step)).toISOString().slice(0, 7);
}

const useMonth = (month: string) => useView({ ...salesByDay, options: { month, by: "day" } });

function Sales({ month }: { month: string }) {
  const { data, ...state } = useMonth(month);
  if (!data) return <ViewState {...state} doing="Adding up the invoices of the month." />;
  const { total, days, columns } = data;
  return (
    <div className={styles.sales} aria-busy={state.isPlaceholderData}>
      <Figures>
        <Figure name="Sold" sum={formatRupeesGrouped(total.soldPaise)}>
          {formatCount(total.invoices, "invoice")}
        </Figure>
        <Figure name="Refunded" sum={formatRupeesGrouped(total.refundedPaise)}>
          {formatCount(total.creditNotes, "credit note")}
        </Figure>
        {columns
          .map((name, at) => ({ name, sum: total.amounts[at] ?? 0 }))
          .filter(({ name, sum }) => sum !== 0 || name === PAID)
          // The column `PAID`, which is sales minus refunds, comes first, and its parts follow.
          .toSorted((first, other) => Number(other.name === PAID) - Number(first.name === PAID))
          .map(({ name, sum }) => (
            <Figure key={name} name={nameOf(name)} sum={formatRupeesGrouped(sum)} />
          ))}
      </Figures>
      {days.some(({ soldPaise, refundedPaise }) => soldPaise + refundedPaise > 0) && (
        <Section
          title="Sales by day"
          actions={<AsCsv of="Days" verb="report sales" options={{ month, by: "day" }} />}
        >
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
      {days.length === 0 && <p role="status">This month has not begun yet.</p>}
    </div>
  );
}

const AsCsv = ({
  of,
  options,
  ...print
}: { of: string } & Omit<ComponentProps<typeof PrintButton>, "children">) => (
  <PrintButton {...print} options={{ ...options, csv: "on" }}>
    {of} as CSV
  </PrintButton>
);

const PAID = "Paid";

const nameOf = (column: string): string =>
  ({ Goods: "Goods before GST", [PAID]: "Sales minus refunds" })[column] ?? column;

interface ListSectionProps {
  title: string;
  state: { error: DeskError | null; isLoading: boolean; isPlaceholderData: boolean };
  count: number | undefined;
  empty: string;
  actions?: ReactNode;
  children: ReactNode;
}

const ListSection = ({ title, state, count, empty, actions, children }: ListSectionProps) => (
  <Section title={title} isBusy={state.isPlaceholderData} actions={count ? actions : undefined}>
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
      actions={<AsCsv of="Categories" verb="report sales" options={{ month, by: "category" }} />}
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

const MAX_SHOWN = "10";

function BestSellers({ month }: { month: string }) {
  const options = { by: "product", month };
  const { data, ...state } = useView({ ...salesByProduct, options: { ...options, limit: MAX_SHOWN } });
  return (
    <ListSection
      title="Best sellers"
      state={state}
      count={data?.length}
      empty="Nothing was ordered in this month."
      actions={<AsCsv of="Best sellers" verb="report sales" options={options} />}
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
  const [maxRows, setMaxRows] = useState(10);
  const { data, ...state } = useView({ ...reportStock, options: { limit: String(maxRows + 1) } });
  return (
    <ListSection
      title="Running out"
      state={state}
      count={data?.length}
      empty="No product with a stock count is low in stock or was sold in the last 30 days."
      actions={<AsCsv of="Forecast" verb="report stock" options={{}} />}
    >
      <Small>How many days the stock will last if as many pieces are sold as in the last 30 days.</Small>
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
            left === 0
              ? "sold out"
              : daysLeft === null || sold === 0
                ? "no sales"
                : daysLeft > 365
                  ? "over a year"
                  : formatCount(daysLeft, "day"),
          ],
          value: Math.max(daysLeft ?? ENOUGH_DAYS, 1),
          isUrgent: daysLeft !== null && daysLeft < URGENT_DAYS,
        }))}
      />
      <ShowMore count={data?.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </ListSection>
  );
}

const FIRST_PAGE = 10;

function Papers({ month }: { month: string }) {
  const [maxRows, setMaxRows] = useState(FIRST_PAGE);
  const { data, ...state } = useView({ ...invoiceList, options: { month, limit: String(maxRows + 1) } });
  return (
    <>
      <Section title="For the accountant">
        <Acts>
          {(["orders", "invoices", "payments"] as const).map((noun) => (
            <PrintButton
              key={noun}
              verb="export"
              args={{ what: noun, file: `${noun}-${month}.csv` }}
              options={{ month }}
            >
              {capitalise(noun)} as CSV
            </PrintButton>
          ))}
        </Acts>
      </Section>
      <GstReturn key={month} month={month} />
      <ListSection
        title="Invoices and credit notes"
        state={state}
        count={data?.length}
        empty="No invoices were issued in this month."
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
    </>
  );
}

type Paper = DataOf<typeof invoiceList>[number];

const toPaperRow = ({ number, kind, issuedAt, orderId, contact, company, amount }: Paper) => ({
  key: number,
  cells: [
    <>
      <PrintButton verb="invoices" args={{ document: number }} options={{ pdf: "on" }} isInline>
        {number}
      </PrintButton>
      <Small>{formatDateTime(issuedAt)}</Small>
    </>,
    <>
      {company?.name ?? formatName(contact)}
      <Small>
        <a href={`/orders/${orderId}`}>{orderId}</a>
      </Small>
    </>,
    <>
      {formatRupeesGrouped(kind === "credit-note" ? -amount : amount)}
      {kind === "credit-note" && <Small>Credit note</Small>}
    </>,
  ],
});
