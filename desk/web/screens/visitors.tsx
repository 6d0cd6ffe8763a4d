import { toLabel } from "#contract/field-labels.ts";
import { type ComponentProps, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { visitsShow } from "#shop/visits/command-results.ts";
import { toIsoDay } from "#contract/dates.ts";
import { formatGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ChangeButton } from "../changeable.tsx";
import { DataTable } from "../data-table.tsx";
import { describeChange } from "../describe-change.ts";
import { BarTable, DayBars, formatFullDay } from "../plots.tsx";
import { Figure, Figures, ScreenFrame, Section, ToggleGroup, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./visitors.module.css";

type Visits = DataOf<typeof visitsShow>;

const PERIODS = { "7": "7 days", "30": "30 days", "90": "90 days" } as const;

const findFirstDay = (days: string): string => toIsoDay(new Date(Date.now() - (Number(days) - 1) * DAY));

export default function VisitorsScreen() {
  const [days, setDays] = useState<keyof typeof PERIODS>("30");
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...visitsShow,
    options: { since: findFirstDay(days) },
  });
  return (
    <ScreenFrame
      title="Visitors"
      lead={`Compared with the ${days} days before. Counted without cookies.`}
      actions={<ToggleGroup label="Period" choices={PERIODS} chosen={days} onChange={setDays} />}
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && !hasCounts(data.total) && (
        <EmptyState
          title={hasCounts(data.before) ? `No visits in the last ${days} days` : "No visits yet"}
          text="Share the address of your shop. A visit is counted here a minute later."
        />
      )}
      {data && hasCounts(data.total) && (
        <>
          <Totals {...data} />
          <div className={styles.lists} aria-busy={isPlaceholderData}>
            <div className="stack top gap-8">
              <Days days={data.days} />
              <Steps total={data.total} />
              <Counts
                title="Where visitors come from"
                empty="Nobody has come from a link on another website yet."
                columns={["Website", "Visits"]}
                counts={data.sources.map(({ source, count }) => [source, count])}
              />
              <SearchesWithoutResults searches={data.searches} />
            </div>
            <div className="stack top gap-8">
              <Products products={data.products} />
              <Counts
                title="Most opened pages"
                columns={["Page", "Times"]}
                counts={data.pages.map(({ page, count }) => [PAGE_NAMES[page] ?? toLabel(page), count])}
              />
            </div>
          </div>
        </>
      )}
    </ScreenFrame>
  );
}

function Totals({ total, before }: Pick<Visits, "total" | "before">) {
  return (
    <Figures>
      {FIGURES.map(([what, name]) => (
        <Figure key={what} name={name} sum={formatGrouped(total[what])}>
          {describeChange(total[what], before[what])} {formatGrouped(before[what])} before
        </Figure>
      ))}
      <Figure name="Orders per 100 views" sum={formatRate(total)}>
        {formatRate(before)} before
      </Figure>
    </Figures>
  );
}

const FIGURES = [
  ["paid", "Orders paid"],
  ["product", "Products viewed"],
  ["pages", "Pages opened"],
] as const;

interface BarSectionProps extends ComponentProps<typeof BarTable> {
  lead?: string | undefined;
  empty?: string;
}

const BarSection = ({ lead, empty, ...table }: BarSectionProps) => (
  <Section title={table.title}>
    {lead && <p>{lead}</p>}
    {table.rows.length > 0 ? <BarTable {...table} /> : <p>{empty}</p>}
  </Section>
);

type CountsProps = Omit<BarSectionProps, "rows"> & { counts: readonly (readonly [string, number])[] };

const Counts = ({ counts, ...table }: CountsProps) => (
  <BarSection {...table} rows={counts.map(([key, value]) => ({ key, cells: [key, value], value }))} />
);

const Products = ({ products }: Pick<Visits, "products">) => (
  <BarSection
    title="Most viewed products"
    empty="No product was opened."
    columns={["Product", "Viewed", "Sold"]}
    rows={products.map(({ productId, title, views, pieces }) => ({
      key: productId,
      cells: [
        <a key={productId} href={`/products/${productId}`}>
          {title}
        </a>,
        views,
        pieces,
      ],
      value: views,
    }))}
  />
);

const formatRate = ({ paid, product }: Visits["total"]): string =>
  product === 0 ? "–" : String(Math.round((paid / product) * 1000) / 10);

/** The steps to a paid order, and advice for the owner if few visitors reach the next step. */
const STEPS = [
  ["product", "Opened a product", "Look at the pictures, sizes and prices of the most viewed products."],
  ["bag", "Opened the bag", "Look at the shipping fee and the delivery time."],
  ["checkout", "Began the checkout", "Try the checkout yourself, on a phone."],
  ["ordered", "Placed the order", "Write to the customers of the unpaid orders."],
  ["paid", "Paid", ""],
] as const;

/** A step with fewer visits says nothing about the shop. */
const ENOUGH_VISITS = 20;

function Steps({ total }: { total: Visits["total"] }) {
  const steps = STEPS.map(([name, title, advice], at) => {
    const [next] = STEPS[at + 1] ?? [];
    const count = total[name];
    const percent = next && count > 0 ? Math.round((total[next] / count) * 100) : undefined;
    return { title, advice, count, percent };
  });
  const [worst] = steps
    .filter(({ percent, count }) => percent !== undefined && count >= ENOUGH_VISITS)
    .toSorted((first, other) => (first.percent ?? 0) - (other.percent ?? 0));
  return (
    <BarSection
      title="From a product to a paid order"
      lead={worst && `Fewest go on after “${worst.title}”: ${worst.percent} %. ${worst.advice}`}
      columns={["Step", "Times", "Go on"]}
      rows={steps.map(({ title, count, percent }) => ({
        key: title,
        cells: [title, count, percent !== undefined && `${percent} %`],
        value: count,
      }))}
    />
  );
}

const COLUMNS = ["Pages", "Product", "Bag", "Checkout", "Orders placed", "Orders paid"];

function Days({ days }: { days: Visits["days"] }) {
  // Days before the first visit have no bar.
  const shown = days.slice(0, days.findLastIndex(hasCounts) + 1);
  const title = "Pages opened by day";
  return (
    <Section title={title}>
      <DayBars
        title={title}
        days={shown.toReversed().map(({ day, pages }) => ({ day, up: pages }))}
        describe={({ up }) => formatCount(up, "page")}
        formatHighest={formatGrouped}
      >
        <DataTable
          title={title}
          columns={["Day", ...COLUMNS]}
          numeric={COLUMNS}
          isDense
          isWide
          rows={shown.map(({ day, pages, product, bag, checkout, ordered, paid }) => ({
            key: day,
            cells: [formatFullDay(day), pages, product, bag, checkout, ordered, paid],
          }))}
        />
      </DayBars>
    </Section>
  );
}

const hasCounts = ({ pages, product, bag, checkout, ordered }: Visits["total"]): boolean =>
  pages + product + bag + checkout + ordered > 0;

const SearchesWithoutResults = ({ searches }: Pick<Visits, "searches">) => (
  <Section title="Searches without results" actions={<a href="/visitors/synonyms">Search words</a>}>
    {searches.length === 0 ? (
      <p>Every frequent search had results.</p>
    ) : (
      <DataTable
        title="Searches without results"
        columns={["Words", "Times", ""]}
        numeric={["Times"]}
        isDense
        isWide
        rows={searches.map(({ words, count }) => ({
          key: words,
          cells: [
            words,
            count,
            <ChangeButton
              key={words}
              of={`for ${words}`}
              title={`What “${words}” means`}
              name="synonyms"
              known={{ words }}
              asked={["means"]}
              label="Add"
              variant="quiet"
            >
              Say what it means
            </ChangeButton>,
          ],
        }))}
      />
    )}
  </Section>
);

/** The pages whose names in the shop differ from their names in the counts. */
const PAGE_NAMES: Readonly<Record<string, string>> = {
  home: "Home page",
  listing: "Lists of products",
  product: "Products",
  cart: "Bag",
};
