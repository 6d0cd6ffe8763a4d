import type { ReactNode } from "react";
import { formatCount } from "#contract/text.ts";
import { formatRupees } from "#contract/money.ts";
import { Badge } from "#ui/badge.tsx";
import { getFormHref } from "../router.ts";
import { ScreenFrame, ViewState } from "../screen-frame.tsx";
import { useView } from "../use-view.ts";
import styles from "./today.module.css";

interface Finding {
  about: string;
  what: string;
  remedy: string;
  isOverdue?: boolean;
}

interface Sales {
  orders: number;
  soldPaise: number;
  wentBackPaise: number;
}

/** The data of the command `today`. */
interface Today {
  toPack: Finding[];
  toAnswer: Finding[];
  lowStock: Finding[];
  trouble: Finding[];
  sinceMidnight: Sales;
  yesterday: Sales;
  week: Sales;
  weekBefore: Sales;
}

/** What waits, and what was sold. */
export default function TodayScreen() {
  const { data: today, error, isLoading } = useView<Today>({ noun: "today", verb: "" });
  return (
    <ScreenFrame title="Today" lead={today && describeDay(today)}>
      {!today && <ViewState error={error} isLoading={isLoading} />}
      {today && (
        <>
          <SalesRow {...today} />
          <div className={styles.lists}>
            <Waiting title="Trouble" findings={today.trouble} />
            <Waiting title="To answer" findings={today.toAnswer} />
            <Waiting title="To pack and send" findings={today.toPack} />
            <Waiting title="Low in stock" findings={today.lowStock} />
          </div>
        </>
      )}
    </ScreenFrame>
  );
}

function describeDay({ toPack, toAnswer, lowStock, trouble }: Today): string {
  const overdue = [...toPack, ...toAnswer].filter(({ isOverdue }) => isOverdue).length;
  if (toPack.length + toAnswer.length + lowStock.length + trouble.length === 0)
    return "All is done: nothing waits for you.";
  return [
    `${formatCount(toPack.length, "order")} to pack`,
    `${formatCount(toAnswer.length, "customer")} to answer`,
    overdue > 0 ? `${overdue} overdue` : "nothing overdue",
  ].join(", ");
}

const SalesRow = ({ sinceMidnight, yesterday, week, weekBefore }: Today) => (
  <dl className={styles.sales}>
    <Figure name="Since midnight" sales={sinceMidnight} />
    <Figure name="Yesterday" sales={yesterday} />
    <Figure name="Last seven days" sales={week}>
      {describeChange(week.soldPaise, weekBefore.soldPaise)}
    </Figure>
    <Figure name="The seven before" sales={weekBefore} />
  </dl>
);

const Figure = ({ name, sales, children }: { name: string; sales: Sales; children?: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.sum}>{formatRupees(sales.soldPaise)}</span>
      <span className={styles.note}>
        {formatCount(sales.orders, "order")}
        {sales.wentBackPaise > 0 && `, ${formatRupees(sales.wentBackPaise)} went back`}
        {children && <>, {children}</>}
      </span>
    </dd>
  </div>
);

function describeChange(now: number, before: number): string {
  if (before === 0) return "none in the seven before";
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "as much as before";
  return percent > 0 ? `${percent} % more` : `${-percent} % less`;
}

const Waiting = ({ title, findings }: { title: string; findings: readonly Finding[] }) =>
  findings.length > 0 && (
    <section aria-labelledby={toId(title)}>
      <h2 id={toId(title)} className={styles.heading}>
        {title} <span className={styles.count}>{findings.length}</span>
      </h2>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={`${finding.about} ${finding.remedy}`} className={styles.finding}>
            <a href={getHref(finding)} className={styles.link}>
              {finding.about}
            </a>
            <span>{finding.what}</span>
            {finding.isOverdue && <Badge tone="danger">Overdue</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );

const toId = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** Where one sees to it: an order by its screen, anything else by the first command of what is to be done. */
function getHref({ about, remedy }: Finding): string {
  if (about.startsWith("TRV-")) return `/orders/${about}`;
  const [noun = "", verb = "", first = ""] = remedy.replaceAll(",", "").split(" ");
  return getFormHref(`${noun} ${verb}`, first === about ? { id: about } : {});
}
