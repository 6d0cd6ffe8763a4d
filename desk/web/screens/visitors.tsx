import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { visitsShow } from "#shop/visits/command-results.ts";
import { formatDay, toIsoDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { ChangeButton } from "../changeable.tsx";
import { DataTable } from "../data-table.tsx";
import { toLabel } from "../labels.ts";
import { BarTable } from "../plots.tsx";
import { ToggleGroup, ScreenFrame, Section, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./visitors.module.css";

type Visits = DataOf<typeof visitsShow>;

const PERIODS = { "7": "7 days", "30": "30 days", "90": "90 days" } as const;

const createPeriod = (days: keyof typeof PERIODS) => ({
  days,
  since: toIsoDay(new Date(Date.now() - (Number(days) - 1) * DAY)),
});

export default function VisitorsScreen() {
  const [{ days, since }, setPeriod] = useState(() => createPeriod("30"));
  const { data, error, isLoading } = useView({ ...visitsShow, options: { since } });
  return (
    <ScreenFrame
      title="Visitors"
      lead="The shop counts page views without cookies and without identifying visitors. Days are in Indian time; numbers are up to a minute old."
      actions={
        <ToggleGroup
          label="Which days"
          choices={PERIODS}
          chosen={days}
          onChange={(next) => setPeriod(createPeriod(next))}
        />
      }
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && (
        <>
          <Steps total={data.total} />
          <div className={styles.lists}>
            <Days days={data.days} />
            <div className={styles.side}>
              <SearchesWithoutResults searches={data.searches} />
              <Counts
                title="Pages opened"
                none="None yet."
                columns={["Page", "Times"]}
                rows={data.pages.map(({ page, count }) => [toLabel(page), count])}
              />
            </div>
          </div>
        </>
      )}
    </ScreenFrame>
  );
}

const STEPS = {
  product: "Product viewed",
  bag: "Bag viewed",
  checkout: "Checkout",
  ordered: "Order placed",
  paid: "Order paid",
} as const;

function Steps({ total }: { total: Visits["total"] }) {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  const title = "From a product to a paid order";
  return (
    <Section title={title}>
      <BarTable
        title={title}
        columns={["Step", "Times", "Share of previous step"]}
        rows={names.map((name, at) => {
          const previous = names[at - 1];
          const share = previous && formatShare(total[name], total[previous]);
          return { key: name, cells: [STEPS[name], total[name], share], value: total[name] };
        })}
      />
    </Section>
  );
}

const formatShare = (part: number, whole: number): string =>
  whole === 0 ? "" : `${Math.round((part / whole) * 100)} %`;

const Days = ({ days }: { days: Visits["days"] }) => (
  <Counts
    title="Day by day"
    none="No visits yet."
    columns={["Day", "Pages", "Products", "Bags", "Checkouts", "Ordered", "Paid"]}
    rows={days
      .slice(0, days.findLastIndex(hasCounts) + 1)
      .map(({ day, pages, product, bag, checkout, ordered, paid }) => [
        formatDay(new Date(day)),
        pages,
        product,
        bag,
        checkout,
        ordered,
        paid,
      ])}
  />
);

const hasCounts = ({ pages, product, bag, checkout, ordered }: Visits["total"]): boolean =>
  pages + product + bag + checkout + ordered > 0;

const SearchesWithoutResults = ({ searches }: Pick<Visits, "searches">) => (
  <Section title="Searches without results" actions={<a href="/visitors/synonyms">All synonyms</a>}>
    {searches.length === 0 ? (
      <p className={styles.none}>Every frequent search found something.</p>
    ) : (
      <DataTable
        title="Searches without results"
        columns={["Words", "Times", "Synonym"]}
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
              title={`What “${words}” means`}
              name="synonyms"
              known={{ words }}
              asked={["means"]}
              label="Add"
              variant="quiet"
            >
              Add a synonym <span className="visually-hidden">for {words}</span>
            </ChangeButton>,
          ],
        }))}
      />
    )}
  </Section>
);

interface CountsProps {
  title: string;
  none: string;
  columns: readonly string[];
  rows: readonly (readonly [string, ...number[]])[];
}

const Counts = ({ title, none, columns, rows }: CountsProps) => (
  <Section title={title}>
    {rows.length === 0 ? (
      <p className={styles.none}>{none}</p>
    ) : (
      <DataTable
        title={title}
        columns={columns}
        numeric={columns.slice(1)}
        isDense
        isWide
        rows={rows.map((cells) => ({ key: cells[0], cells }))}
      />
    )}
  </Section>
);
