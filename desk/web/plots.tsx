import type { ReactNode } from "react";
import { formatDay, formatMonth } from "#contract/dates.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { DataTable } from "./data-table.tsx";
import styles from "./plots.module.css";

/** The values of a day in the bar chart. `up` is drawn above the zero line, and `down` below it. */
interface DayBar {
  day: string;
  up: number;
  down?: number;
}

const HEIGHT = 100;
const BAR = 0.7;

interface DayBarsProps {
  title: string;
  days: readonly DayBar[];
  /** Describes values, such as "₹1,299 sold". */
  describe: (values: Omit<DayBar, "day">) => string;
  formatHighest: (value: number) => string;
  children: ReactNode;
}

/** A bar chart by day, and a table with the same figures. */
export function DayBars({ title, days, describe, formatHighest, children }: DayBarsProps) {
  const highest = roundUp(Math.max(...days.map(({ up }) => up), 1));
  const lowest = Math.max(...days.map(({ down = 0 }) => down), 0);
  const scale = HEIGHT / (highest + lowest);
  const zero = highest * scale;
  const [best] = days.toSorted((first, other) => other.up - first.up);
  const summary =
    best && best.up > 0
      ? `the best day was ${formatFullDay(best.day)}, ${describe({ up: best.up })}.`
      : "no day has a value above 0.";
  return (
    <figure className={styles.figure}>
      <figcaption className="visually-hidden">{title}</figcaption>
      <div className={styles.plot}>
        <span className={styles.highest} aria-hidden="true">
          {formatHighest(highest)}
        </span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${summary} All figures are in the table below.`}
        >
          <path className={styles.line} d={`M0 0H${days.length}M0 ${zero / 2}H${days.length}`} />
          {days.map(({ day, up, down = 0 }, at) => (
            <g key={day}>
              {/* oxlint-disable-next-line react/forbid-elements -- in an SVG, `title` is only a tooltip */}
              <title>{`${formatFullDay(day)}: ${describe({ up, down })}`}</title>
              <rect className={styles.room} x={at} y={0} width={1} height={HEIGHT} />
              <rect
                className={styles.main}
                x={at + (1 - BAR) / 2}
                y={zero - up * scale}
                width={BAR}
                height={up * scale}
              />
              <rect
                className={styles.contrast}
                x={at + (1 - BAR) / 2}
                y={zero}
                width={BAR}
                height={down * scale}
              />
            </g>
          ))}
          <path className={styles.zero} d={`M0 ${zero}H${days.length}`} />
        </svg>
        <div className={styles.days} aria-hidden="true">
          {days.map(({ day }, at) => (
            <span key={day}>{at % Math.ceil(days.length / 5) === 0 && formatShortDay(day)}</span>
          ))}
        </div>
      </div>
      <Disclosure summary="As a table">{children}</Disclosure>
    </figure>
  );
}

/** Returns the day with its year: `2026-11-29` gives "29 Nov 2026". */
export const formatFullDay = (day: string): string => formatDay(new Date(day));

/** Returns the day without its year: `2026-11-29` gives "29 Nov". */
function formatShortDay(day: string): string {
  const date = new Date(day);
  return `${date.getUTCDate()} ${formatMonth(date)}`;
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

interface BarTableProps {
  title: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[]; value: number; isUrgent?: boolean }[];
  /** The value of a full bar. The default is the largest value. A bar has at least 1 %, so that it is visible. */
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
            {value > 0 && (
              <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.room} width={100} height={1} />
                <rect
                  className={isUrgent ? styles.contrast : styles.main}
                  width={Math.min(100, Math.max(1, (value / maximum) * 100))}
                  height={1}
                />
              </svg>
            )}
          </div>,
          ...cells,
        ],
      }))}
    />
  );
}
