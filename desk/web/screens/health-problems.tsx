import { Fragment, type ReactNode, useContext, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { type checkResult, risks } from "#contract/operator-results.ts";
import { capitalise, formatCount, uncapitalise } from "#contract/text.ts";
import { orderDetails } from "#shop/orders/command-results.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CopyForTechnician, endSentence, toMessage } from "../copy-button.tsx";
import { labelSetting } from "../labels.ts";
import { isAboutProduct, listProductsOf, ProductTitles, useProductTitle } from "../product-titles.tsx";
import { isOrderNumber } from "#contract/order-number.ts";
import { Acts, Entries, Entry, MayOpen, ScreenLink, Section, ShowMore, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { BackupButton } from "./backups.tsx";
import { WriteButton } from "./order-whatsapp.tsx";
import { WAITING_MAILS } from "./waiting-mails.tsx";

type Problem = DataOf<typeof checkResult>["problems"][number];

/** The sections of the screen, from top to bottom. */
const SECTIONS = ["Do now", "For your technician", "Worth doing"] as const;

function getSection(problem: Problem): (typeof SECTIONS)[number] {
  if (isForTechnician(problem)) return "For your technician";
  return problem.risk === "other" ? "Worth doing" : "Do now";
}

export const ProblemSections = ({ problems }: { problems: readonly Problem[] }) => {
  const groups = Map.groupBy(sortByRisk(problems), getSection);
  return (
    <ProductTitles ids={listProductsOf(problems)}>
      {SECTIONS.map((title) => {
        const ofSection = groups.get(title);
        return (
          ofSection && (
            <Section key={title} title={title}>
              {title === "For your technician" ? (
                <TechniciansProblems problems={ofSection} />
              ) : (
                <OwnProblems problems={ofSection} />
              )}
            </Section>
          )
        );
      })}
    </ProductTitles>
  );
};

const sortByRisk = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((first, other) => risks.indexOf(first.risk) - risks.indexOf(other.risk));

const SHOWN = 10;

/** Shows only some problems at once, because the order of each shown problem is loaded. */
function OwnProblems({ problems }: { problems: readonly Problem[] }) {
  const [maxRows, setMaxRows] = useState(SHOWN);
  const groups = groupProblems(problems);
  return (
    <>
      <Entries>
        {groups.slice(0, maxRows).map((group) => (
          <ProblemEntry key={`${group[0].about} ${group[0].what}`} group={group} />
        ))}
      </Entries>
      <ShowMore count={groups.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </>
  );
}

function TechniciansProblems({ problems }: { problems: readonly Problem[] }) {
  return (
    <Entries>
      <Entry>
        <ul className="stack gap-2">
          {problems.map((problem) => (
            <li key={`${problem.about} ${problem.what}`}>
              <ProblemName {...problem} />: {endSentence(problem.what)}
            </li>
          ))}
        </ul>
        <Acts>
          <CopyForTechnician text={toMessage(problems)} />
        </Acts>
      </Entry>
    </Entries>
  );
}

/** True if the problem is on the shop's machine or in its settings, which the desk can show but not change. */
export const isForTechnician = ({ about, screen }: Problem): boolean =>
  screen === undefined ? !isOrderNumber(about) : screen.startsWith(deskLinks.setting(""));

type Group = readonly [Problem, ...Problem[]];

/** Groups problems that are solved in the same way. Problems of orders are first, because customers are waiting. */
export function groupProblems(problems: readonly Problem[]): Group[] {
  const { orders = [], others = [] } = Object.groupBy(problems, ({ about }) =>
    isOrderNumber(about) ? "orders" : "others",
  );
  const groups = Map.groupBy([...orders, ...others], (problem) => {
    if (isOrderNumber(problem.about)) return `${problem.about} ${problem.what}`;
    if (problem.kind === "sample") return `${problem.kind} ${problem.risk}`;
    return problem.kind === "statement" ? problem.about : `${problem.what} ${problem.remedy}`;
  });
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []));
}

function ProblemEntry({ group }: { group: Group }) {
  const [first] = group;
  const { about, kind, what, remedy } = first;
  const name = capitalise(nameProblem(first));
  // All links of the seller are in one field. If several links are samples, the field counts once.
  const { size } = new Set(group.map(nameProblem));
  if (kind === "sample")
    return (
      <ProblemLine
        note={
          first.risk === "law"
            ? "The law requires these details on invoices and policies. Replace the samples before you sell."
            : "Every page of the shop shows these links. Enter your own pages, or clear the field."
        }
        button={<ScreenButton href={first.screen ?? deskLinks.seller()}>Enter your details</ScreenButton>}
      >
        <strong>{size === 1 ? `${name}: still a sample` : `${size} of your details are samples`}.</strong>
      </ProblemLine>
    );
  if (kind === "statement")
    return (
      <ProblemLine
        note="The shop makes these statements to customers. Confirm what is true, and change the rest."
        button={<SolveButton group={group} />}
      >
        <strong>{name}</strong>: {formatCount(group.length, "statement")} to confirm.
      </ProblemLine>
    );
  if (about === "backup")
    return (
      <ProblemLine
        note="Your technician can set up hourly backups on another disk."
        button={
          <>
            <BackupButton />
            <CopyForTechnician text="Please set up hourly backups of our shop on another disk, as docs/owners/backups.md describes." />
          </>
        }
      >
        <strong>Backup</strong>: {endSentence(what)}
      </ProblemLine>
    );
  const isEach = group.length > 1 && /^(has|is|shows) /.test(what);
  return (
    <ProblemLine
      note={endSentence(group.length > 1 ? `For each: ${uncapitalise(remedy)}` : remedy)}
      button={<SolveButton group={group} />}
    >
      <Names group={group} />: {isEach && "each "}
      {endSentence(what)}
    </ProblemLine>
  );
}

const ProblemLine = ({ note, button, children }: Record<"note" | "button" | "children", ReactNode>) => (
  <Entry>
    <p>{children}</p>
    <Small>{note}</Small>
    <Acts>{button}</Acts>
  </Entry>
);

function Names({ group }: { group: Group }) {
  const [maxNames, setMaxNames] = useState(SHOWN);
  return (
    <>
      <span className="medium">
        {group.slice(0, maxNames).map((problem, at) => (
          <Fragment key={problem.about}>
            {at > 0 && ", "}
            <ProblemName {...problem} />
          </Fragment>
        ))}
      </span>
      {group.length > maxNames && (
        <Button variant="quiet" onClick={() => setMaxNames(Infinity)}>
          and {group.length - maxNames} more
        </Button>
      )}
    </>
  );
}

const nameProblem = ({ about, name }: Problem): string => name ?? labelSetting(about);

function ProblemName(problem: Problem) {
  const titleOf = useProductTitle();
  const { about } = problem;
  const name = capitalise(isAboutProduct(problem) ? titleOf(about) : nameProblem(problem));
  const href = isOrderNumber(about) ? deskLinks.order(about) : problem.screen;
  return href === undefined ? <strong>{name}</strong> : <ScreenLink href={href}>{name}</ScreenLink>;
}

function WriteToCustomer({ orderId }: { orderId: string }) {
  const { data: order, isLoading } = useView({ ...orderDetails, args: { orderId } });
  const label = "Write to the customer";
  if (order) return <WriteButton order={order} label={label} />;
  return (
    isLoading && (
      <Button variant="secondary" busy>
        {label}
      </Button>
    )
  );
}

/**
 * Opens the screen that solves the problem, or scrolls to it if it is a section of this screen. For a text that
 * contradicts a rule, opens the rule, because the problem's name already links to the text.
 */
function SolveButton({ group: [first, ...rest] }: { group: Group }) {
  const { about, remedy, screen: href = deskLinks.order(about), rule = href } = first;
  if (rest.some(({ screen }) => screen !== first.screen)) return null;
  if (first.screen === undefined && remedy.includes("customer")) return <WriteToCustomer orderId={about} />;
  if (href !== deskLinks.health()) return <ScreenButton href={rule} />;
  return (
    <Button
      variant="secondary"
      onClick={() => {
        const section = document.getElementById(WAITING_MAILS);
        section?.scrollIntoView();
        section?.focus({ preventScroll: true });
      }}
    >
      Show the waiting e-mails
    </Button>
  );
}

/** Shows nothing if the user's role may not open the screen. */
const ScreenButton = ({ href, children }: { href: string; children?: string }) =>
  useContext(MayOpen)(href) && (
    <ButtonLink variant="secondary" href={href}>
      {children ?? BUTTONS.find(([start]) => href.startsWith(start))?.[1] ?? "Solve this"}
    </ButtonLink>
  );

const BUTTONS = [
  [deskLinks.order(""), "Open the order"],
  [deskLinks.form("payments"), "Check the payment"],
  [deskLinks.form("products list"), "Open the list"],
  [deskLinks.form("declarations"), "Enter the details"],
  [deskLinks.form("pictures push"), "Upload the pictures"],
  [deskLinks.product(""), "Open the product"],
  [deskLinks.seller(), "Open Seller"],
  [deskLinks.selling(), "Open Selling"],
  [deskLinks.taxes(), "Open Taxes"],
  [deskLinks.text(""), "Open the text"],
  [deskLinks.home(), "Open Home page"],
  [deskLinks.testimonials(), "Open the testimonials"],
] as const;
