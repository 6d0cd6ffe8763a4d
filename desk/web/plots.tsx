import type { ReactNode } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDay } from "#contract/dates.ts";
import { formatRoundRupees, formatRupeesGrouped, type Paise, toRupees } from "#contract/money.ts";
import type { salesByDay } from "#shop/invoices/command-results.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { DataTable } from "./data-table.tsx";
import styles from "./plots.module.css";

type Days = DataOf<typeof salesByDay>["days"];

const HEIGHT = 100;
const BAR = 0.7;

/** A chart of sales (upwards) and refunds (downwards), and a table with the same figures. */
export function DayBars({ title, days }: { title: string; days: Days }) {
  const highest = roundUp(Math.max(...days.map(({ soldPaise }) => soldPaise), 100));
  const lowest = Math.max(...days.map(({ refundedPaise }) => refundedPaise), 0);
  const scale = HEIGHT / (highest + lowest);
  const zero = highest * scale;
  return (
    <figure className={styles.figure}>
      <figcaption className="visually-hidden">{title}</figcaption>
      <div className={styles.plot}>
        <span className={styles.highest} aria-hidden="true">
          {formatRoundRupees(toRupees(highest))}
        </span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${describeDays(days)} All figures are in the table below.`}
        >
          <path className={styles.line} d={`M0 0H${days.length}M0 ${zero / 2}H${days.length}`} />
          {days.map(({ day, soldPaise, refundedPaise }, at) => (
            <g key={day}>
              {/* oxlint-disable-next-line react/forbid-elements -- in an SVG, `title` is only a tooltip */}
              <title>{describeDay(day, soldPaise, refundedPaise)}</title>
              <rect className={styles.room} x={at} y={0} width={1} height={HEIGHT} />
              <rect
                className={styles.sold}
                x={at + (1 - BAR) / 2}
                y={zero - soldPaise * scale}
                width={BAR}
                height={soldPaise * scale}
              />
              <rect
                className={styles.back}
                x={at + (1 - BAR) / 2}
                y={zero}
                width={BAR}
                height={refundedPaise * scale}
              />
            </g>
          ))}
          <path className={styles.zero} d={`M0 ${zero}H${days.length}`} />
        </svg>
        <div className={styles.days} aria-hidden="true">
          {days.map(({ day }, at) => (
            <span key={day}>{at % 7 === 0 && Number(day.slice(-2))}</span>
          ))}
        </div>
      </div>
      <Disclosure summary="As a table">
        <DataTable
          title={title}
          columns={["Day", "Sold", "Refunded"]}
          numeric={["Sold", "Refunded"]}
          isDense
          rows={days.map(({ day, soldPaise, refundedPaise }) => ({
            key: day,
            cells: [
              toDayText(day),
              formatRupeesGrouped(soldPaise),
              refundedPaise > 0 && formatRupeesGrouped(refundedPaise),
            ],
          }))}
        />
      </Disclosure>
    </figure>
  );
}

const toDayText = (day: string): string => formatDay(new Date(day));

const describeDay = (day: string, soldPaise: Paise, refundedPaise: Paise): string =>
  `${toDayText(day)}: ${formatRupeesGrouped(soldPaise)} sold${refundedPaise > 0 ? `, ${formatRupeesGrouped(refundedPaise)} refunded` : ""}`;

function describeDays(days: Days): string {
  const [best] = days.toSorted((first, other) => other.soldPaise - first.soldPaise);
  return best && best.soldPaise > 0
    ? `the best day was ${toDayText(best.day)}, ${formatRupeesGrouped(best.soldPaise)}.`
    : "nothing was sold.";
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

interface BarRow {
  key: string;
  cells: readonly ReactNode[];
  value: number;
  isUrgent?: boolean;
}

interface BarTableProps {
  title: string;
  columns: readonly string[];
  rows: readonly BarRow[];
  /** The value of a full bar. The default is the largest value. */
  most?: number;
}

export function BarTable({ title, columns, rows, most }: BarTableProps) {
  const maximum = most ?? Math.max(...rows.map(({ value }) => value));
  return (
    <DataTable
      title={title}
      columns={columns}
      numeric={columns.slice(1)}
      isDense
      rows={rows.map(({ key, cells: [head, ...cells], value, isUrgent }) => ({
        key,
        cells: [
          <div key={key} className={styles.barHead}>
            {head}
            <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.room} width={100} height={1} />
              <rect
                className={isUrgent ? styles.back : styles.sold}
                width={toShare(value, maximum)}
                height={1}
              />
            </svg>
          </div>,
          ...cells,
        ],
      }))}
    />
  );
}

/** Returns the length of a bar in percent. A positive value gets at least 1 %, so that it is visible. */
const toShare = (value: number, maximum: number): number =>
  value <= 0 || maximum <= 0 ? 0 : Math.min(100, Math.max(1, (value / maximum) * 100));
