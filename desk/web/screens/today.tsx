import { type ReactNode, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDeadline, formatTime, toIsoDay } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { capitalise, formatCount, joinTexts } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import Circle from "lucide/dist/esm/icons/circle.mjs";
import CircleCheck from "lucide/dist/esm/icons/circle-check.mjs";
import { todayData } from "#shop/today/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import { describeChange } from "../describe-change.ts";
import { labelSetting } from "../labels.ts";
import { DueBadge } from "../order-parts.tsx";
import { listProductsOf, ProductTitles, useProductTitle } from "../product-titles.tsx";
import { isOrderNumber } from "#contract/order-number.ts";
import {
  Figure,
  Figures,
  ScreenFrame,
  ScreenLink,
  Section,
  ShowMore,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./today.module.css";

type Today = DataOf<typeof todayData>;

interface Task extends Finding, Partial<Urgency> {
  /** The label of the button that opens the screen for the task, and the URL of this screen. */
  button: string;
  href: string;
}

type Finding = Today["trouble"][number];

type Urgency = Pick<Today["toPack"][number], "since" | "dueAt" | "isOverdue">;

export default function TodayScreen() {
  const { data: today, error, isLoading } = useView(todayData);
  const { toPack = [], toAnswer = [], trouble = [], comingBack = [], lowStock = [] } = today ?? {};
  const packing = toPack.map((task) =>
    toTask(task, "Dispatch", deskLinks.order(task.about, "orders dispatch")),
  );
  const answers = toAnswer.map((task) =>
    toTask(task, task.screen.startsWith(deskLinks.messages()) ? "Answer" : "Decide"),
  );
  const isBusy = packing.length + answers.length > 0;
  const steps = today && <FirstSteps steps={today.firstSteps} isFolded={isBusy} />;
  return (
    <ScreenFrame title="Today" lead={today && describeDay(today)}>
      {!today && <ViewState error={error} isLoading={isLoading} />}
      {today && (
        <>
          <Waiting title="Overdue" tasks={[...packing, ...answers].filter(isLate)} />
          {isNew(today) && steps}
          <div className={styles.lists}>
            <div className="stack top gap-8 hide-empty">
              <Waiting title="To pack" tasks={packing} isAfterLate all="/orders?group=to-pack" />
              <Waiting
                title="To answer"
                tasks={answers}
                isAfterLate
                lists={findAnswerLists(answers.filter((task) => !isLate(task)))}
              />
            </div>
            <div className="stack top gap-8 hide-empty">
              <ProductTitles ids={listProductsOf(trouble)}>
                <Waiting title="Problems" tasks={trouble.map(toProblem)} all={deskLinks.health()} />
              </ProductTitles>
              <Waiting title="Coming back" tasks={comingBack.map((task) => toTask(task, "Open the order"))} />
              <Waiting
                title="Low in stock"
                tasks={lowStock.map((task) => toTask(task, "Set the stock"))}
                all="/products?group=limited&sort=Stock"
              />
            </div>
          </div>
          <Figures>
            <Sum name="Since midnight" sales={today.sinceMidnight} lastDay={0} />
            <Sum name="Yesterday" sales={today.yesterday} lastDay={1} />
            <Sum name="Last 7 days" sales={today.week} lastDay={0}>
              {capitalise(describeChange(today.week.soldPaise, today.weekBefore.soldPaise) || "No sales")}{" "}
              before
            </Sum>
            <Sum name="Previous 7 days" sales={today.weekBefore} lastDay={7} />
          </Figures>
          {!isNew(today) && steps}
        </>
      )}
    </ScreenFrame>
  );
}

const toTask = <Of extends Finding>(task: Of, button: string, href = task.screen ?? deskLinks.health()) => ({
  ...task,
  button,
  href,
});

const toProblem = (problem: Finding): Task =>
  problem.screen?.startsWith(deskLinks.form("payments"))
    ? toTask(problem, "Check the payment")
    : isOrderNumber(problem.about)
      ? toTask(problem, "Open the order", deskLinks.order(problem.about))
      : toTask(problem, "Solve");

const ANSWER_LISTS = {
  orders: "/orders?group=to-answer",
  messages: deskLinks.messages(),
  reviews: deskLinks.reviews(),
};

/** Returns the lists that contain these tasks, because a task can be an order, a message or a review. */
const findAnswerLists = (tasks: readonly Task[]): [string, string][] =>
  Object.entries(ANSWER_LISTS).filter(([, list]) =>
    tasks.some(({ href }) => href.startsWith(list.replace(/\?.*/, ""))),
  );

const isLate = ({ isOverdue }: Pick<Task, "isOverdue">): boolean => isOverdue === true;

const STEPS = {
  name: { title: "Name and look", href: "/settings" },
  seller: { title: "Seller", href: "/settings/seller" },
  products: { title: "Five products of your own", href: "/products" },
  order: { title: "A test order", href: "/orders" },
  payments: { title: "Payments", href: "/settings/values" },
  mail: { title: "E-mail", href: "/settings/values" },
  backup: { title: "A backup", href: "/settings/health" },
} as const satisfies Record<Today["firstSteps"][number]["name"], object>;

/** True if the shop never had an order. Its first steps are then above the figures. */
const isNew = ({ firstSteps }: Today): boolean =>
  firstSteps.some(({ name, isDone: hasOrders }) => name === "order" && !hasOrders);

function FirstSteps({ steps, isFolded }: { steps: Today["firstSteps"]; isFolded: boolean }) {
  if (steps.length === 0) return null;
  const openSteps = steps.filter(({ isDone }) => !isDone);
  const title = `Before you open: ${steps.length - openSteps.length} of ${steps.length} steps done`;
  const list = (
    <ul className={styles.steps}>
      {[...openSteps, ...steps.filter(({ isDone }) => isDone)].map(({ name, isDone, what }) => (
        <li key={name} className={styles.step} data-done={isDone || undefined}>
          <Icon of={isDone ? CircleCheck : Circle} size={20} />
          <span className="stack gap-1">
            <ScreenLink href={STEPS[name].href} className={styles.link}>
              {STEPS[name].title}
            </ScreenLink>
            {isDone ? <span className="visually-hidden">done</span> : <Small>{what}</Small>}
          </span>
        </li>
      ))}
    </ul>
  );
  return isFolded ? <Disclosure summary={title}>{list}</Disclosure> : <Section title={title}>{list}</Section>;
}

const describeDay = (today: Today): string =>
  joinTexts(
    " ",
    isDone(today) && "Everything is done.",
    today.sinceMidnight.orders > 0 &&
      `${formatCount(today.sinceMidnight.orders, "new order")} since midnight.`,
  );

const isDone = ({ toPack, toAnswer, comingBack, lowStock, trouble }: Today): boolean =>
  [toPack, toAnswer, comingBack, lowStock, trouble].every((tasks) => tasks.length === 0);

interface SumProps {
  name: string;
  sales: Today["week"];
  /** The number of days since the last day of the period; 0 is today. `name` links to the sales of that day's month. */
  lastDay: number;
  children?: ReactNode;
}

function Sum({ name, sales, lastDay, children }: SumProps) {
  return (
    <Figure
      name={<a href={`/books?month=${getMonth(lastDay)}`}>{name}</a>}
      sum={formatRupeesGrouped(sales.soldPaise)}
    >
      {formatCount(sales.orders, "order")}
      {sales.refundedPaise > 0 && `, ${formatRupeesGrouped(sales.refundedPaise)} refunded`}
      {children && <Small>{children}</Small>}
    </Figure>
  );
}

const getMonth = (daysAgo: number): string => toIsoDay(new Date(Date.now() - daysAgo * DAY)).slice(0, 7);

/** The number of lines that a list shows at first, without and with a link to all lines. */
const SHOWN = 20;
const SHOWN_WITH_LINK = 6;

interface WaitingProps {
  title: string;
  tasks: readonly Task[];
  /** True if the section "Overdue" lists the overdue tasks. This section then only counts them. */
  isAfterLate?: boolean;
  /** The URL of the screen that lists all entries, if there is one. */
  all?: string;
  /** The names and URLs of the screens that list the entries together. */
  lists?: readonly (readonly [name: string, href: string])[];
}

function Waiting({
  title,
  tasks,
  isAfterLate = false,
  all,
  lists = all ? [["list", all]] : [],
}: WaitingProps) {
  const shown = isAfterLate ? tasks.filter((task) => !isLate(task)) : tasks;
  const late = tasks.length - shown.length;
  const [maxRows, setMaxRows] = useState(all === undefined ? SHOWN : SHOWN_WITH_LINK);
  if (shown.length === 0) return null;
  return (
    <Section
      title={
        <>
          {title} <span className={styles.count}>{tasks.length}</span>
          {late > 0 && <span className="small soft">{`, ${late} overdue above`}</span>}
        </>
      }
      actions={
        lists.length > 0 &&
        lists.map(([name, href]) => (
          <ScreenLink key={name} href={href} className={styles.link}>
            {lists.length > 1 ? capitalise(name) : `Open the ${name}`}
            <span className="visually-hidden">: {title}</span>
          </ScreenLink>
        ))
      }
    >
      <ul className="plain">
        {shown.slice(0, maxRows).map((task) => (
          <WaitingLine key={`${task.about} ${task.what} ${task.since}`} {...task} />
        ))}
      </ul>
      <ShowMore count={shown.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </Section>
  );
}

/** Most tasks are due at the end of a day. The answer to a cancellation request is due at an exact time. */
function TaskBadge({ dueAt, isOverdue }: { dueAt: string; isOverdue: boolean | undefined }) {
  const [now] = useState(() => new Date());
  if (formatTime(dueAt) === "12:00 am") return <DueBadge dueAt={toIsoDay(new Date(Date.parse(dueAt) - 1))} />;
  return (
    <Badge tone={isOverdue ? "danger" : "waiting"}>
      {isOverdue ? "Overdue since" : "Answer by"} {formatDeadline(dueAt, now)}
    </Badge>
  );
}

function WaitingLine({ about, name: label, what, button, href, since, dueAt, isOverdue }: Task) {
  const titleOf = useProductTitle();
  const name = label ?? labelSetting(titleOf(about));
  const [now] = useState(() => Date.now());
  const days = since === undefined ? 0 : Math.floor((now - Date.parse(since)) / DAY);
  return (
    <li className={styles.finding}>
      <div>
        <span className={styles.name}>
          {isOrderNumber(about) ? (
            <ScreenLink href={deskLinks.order(about)} className={styles.link}>
              {name}
            </ScreenLink>
          ) : (
            <strong>{name}</strong>
          )}
          {dueAt && <TaskBadge {...{ dueAt, isOverdue }} />}
        </span>
        <p>{capitalise(what)}</p>
        {!dueAt && days > 0 && <Small>Waiting for {formatCount(days, "day")}</Small>}
      </div>
      <ButtonLink variant="secondary" href={href}>
        {button}
        <span className="visually-hidden">: {name}</span>
      </ButtonLink>
    </li>
  );
}
