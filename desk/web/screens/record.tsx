import { toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import { useDeferredValue } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDate, formatDay, formatTime, isDay } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { showMailbox } from "#contract/mailbox.ts";
import { formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { isOrderNumber } from "#contract/order-number.ts";
import { auditList } from "#contract/operator-results.ts";
import { peopleList } from "#shop/people/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { CommandPhrase, GIVEN } from "../command-phrase.tsx";
import { labelMail } from "#shop/texts/labels.ts";
import { findPhrase, PHRASES } from "../phrases.ts";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { listProductIds, ProductTitles, useProductTitle } from "../product-titles.tsx";
import { getCustomerHref } from "../router.ts";
import { ListState, ScreenFrame, ScreenLink, Section, ShowMore, Small } from "../screen-parts.tsx";
import { useCommand, useView } from "../use-view.ts";
import styles from "./record.module.css";

type RecordEntry = DataOf<typeof auditList>[number];

const groups = { "": "Changes", all: "Everything", customers: "Customers" } as const;

const FIRST_PAGE = 50;

export default function RecordScreen() {
  const { values, words, group, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const isOfCustomers = group === "customers";
  const by = isOfCustomers ? "" : (values["by"] ?? "");
  const chosenDay = values["day"] ?? "";
  const found = toFilter(words);
  // The log also lists what the customer did. A login changes no data, so show all entries, not only changes.
  const of = isOfCustomers ? group : group === "" && found["customer"] === undefined ? "changes" : "";
  const { data, error, isLoading, isPlaceholderData } = useView(
    useDeferredValue({
      ...auditList,
      options: {
        limit: String(most + 1),
        ...(of && { of }),
        ...(by && { by }),
        ...(chosenDay && { day: chosenDay }),
        ...found,
      },
    }),
  );
  const people = { name: "by", label: "Person", prompt: "Everybody", of: usePeople(by) };
  const days = Map.groupBy(data?.slice(0, most) ?? [], ({ at }) => formatDate(at));
  return (
    <ScreenFrame title="Who did what">
      <ListFilter
        of="entries"
        placeholder="Order number, customer's e-mail or action"
        groups={groups}
        fields={[...(isOfCustomers ? [] : [people]), { name: "day", label: "Day" }]}
        {...filter}
      />
      <ListState count={data?.length} empty="No entry matches." {...{ error, isLoading }} />
      <ProductTitles ids={(data ?? []).flatMap(({ entered = {} }) => listProductIds(entered))}>
        {[...days].map(([day, ofDay]) => (
          <Section key={day} title={day} isBusy={isPlaceholderData}>
            <ul className="plain">
              {ofDay.map((entry, line) => (
                <RecordLine key={`${entry.at} ${line}`} entry={entry} />
              ))}
            </ul>
          </Section>
        ))}
      </ProductTitles>
      <ShowMore count={data?.length} most={most} onChange={setMost} />
    </ScreenFrame>
  );
}

/** Returns the names to choose from: the team, and everybody in the newest entries. */
function usePeople(chosen: string): string[] {
  const mayList = useCommand("people") !== undefined;
  const { data: team = [] } = useView(peopleList, { enabled: mayList });
  const { data: newest = [] } = useView({ ...auditList, options: { of: "operators", limit: "200" } });
  const names = [chosen, ...team.map(({ name }) => name), ...newest.flatMap(({ by }) => by ?? [])];
  return [...new Set(names)].filter(Boolean).toSorted((first, other) => first.localeCompare(other));
}

function toFilter(words: string): Record<string, string> {
  if (words === "") return {};
  const orderId = words.toUpperCase();
  if (isOrderNumber(orderId)) return { order: orderId };
  return words.includes("@") ? { customer: words } : { command: findCommands(words) };
}

/** Returns the beginnings of commands to show, one on each line: "refund" gives `orders refund`, `returns --refund` … */
function findCommands(words: string): string {
  const text = words.toLowerCase();
  if (Object.keys(PHRASES).some((command) => command.startsWith(text))) return text;
  const found = Object.entries(PHRASES).filter(([, phrase]) => phrase.includes(text));
  return found.map(([command]) => command).join("\n") || words;
}

/** Most commands were run on the shop's machine, so only other places are shown. */
const HERE = "this machine";

const RecordLine = ({ entry }: { entry: RecordEntry }) => (
  <li className={styles.entry}>
    <Small>{formatTime(entry.at)}</Small>
    <div>
      {entry.command === undefined ? (
        <>
          <a href={getCustomerHref(entry.who)}>{showMailbox(entry.who)}</a>: {entry.what}
        </>
      ) : (
        <Sentence entry={entry} />
      )}
    </div>
    {entry.from !== "" && entry.from !== HERE && (
      <div className={styles.from}>
        <Small>network {entry.from}</Small>
      </div>
    )}
  </li>
);

/** Shows a sentence such as `Asha cancelled TRV-7K3M9Q.` and below it `Reason: the last piece cracked`. */
function Sentence({ entry: { by, command = "", entered = {}, outcome, reason } }: { entry: RecordEntry }) {
  const titleOf = useProductTitle();
  const name = command.replace(/ --.*/, "");
  const { switched, phrase } = findPhrase(name, entered);
  const options = useCommand(name)?.options;
  const isPreview = entered[DRY_RUN] !== undefined;
  const shown = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, option]) => option);
  const details = Object.entries(entered)
    .filter(([option, value]) => ![...shown, switched, DRY_RUN].includes(option) && isReadable(value))
    .map(([option, value]) =>
      describeValue(
        toLabel(option, name.split(" ")[0]),
        toValue(option, value, options?.[option]?.kind),
        titleOf,
      ),
    );
  // The log does not contain reasons, because they may be personal.
  const reasonHref = entered["reason"] === GIVEN && entered["orderId"] && deskLinks.order(entered["orderId"]);
  return (
    <>
      <strong>{by}</strong> {isPreview ? "previewed how to " : outcome === "done" ? "" : "tried to "}
      <CommandPhrase
        command={name}
        entered={entered}
        {...(outcome === "done" && !isPreview && { as: "past" as const })}
      />
      .
      {!isPreview && outcome !== "done" && (
        <>
          {" "}
          <Badge tone="danger">Not done</Badge> {reason?.split("\n")[0]}
        </>
      )}
      <Small>
        {details.join(" · ")}
        {reasonHref && details.length > 0 && " · "}
        {reasonHref && <ScreenLink href={reasonHref}>Reason in the order</ScreenLink>}
      </Small>
    </>
  );
}

const DRY_RUN = "dry-run";

const isReadable = (value: string): boolean => value !== GIVEN && !/^[0-9a-f]{8}-[0-9a-f-]{27}/.test(value);

/** Returns a value as the screens show it: `hidden` with `no` gives "Shown", `amount` with `150` gives "₹150.00". */
function toValue(option: string, value: string, kind: string | undefined): string {
  if (option === "kind") return labelMail(value);
  if (value === "" || value === "none") return "none";
  if (kind === "day" && isDay(value)) return formatDay(new Date(value));
  const paise = kind === "amount" ? fromRupees(value) : null;
  return paise === null ? toChoiceLabel(option, value) : formatRupeesGrouped(paise);
}

const MAX_VALUE_LENGTH = 80;

/** Moves the unit behind the value: 72 for the label `Time to pay (hours)` returns `Time to pay: 72 hours`. */
function describeValue(fullLabel: string, value: string, titleOf: (id: string) => string): string {
  const [, label = fullLabel, unit = ""] =
    /^(.*) \((?:₹|((?:business )?days|hours|months))\)$/.exec(fullLabel) ?? [];
  if (value === "on") return label;
  const text = value
    .replace(/^\/.*\//, "")
    .split(/\s*\n\s*/)
    .map((line) => {
      const [, id = line, pieces] = /^([a-z][a-z\d-]*):(\d+)$/.exec(line) ?? [];
      return pieces === undefined ? titleOf(line) : `${pieces} × ${titleOf(id)}`;
    })
    .join(", ");
  return `${label}: ${text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text} ${unit}`.trimEnd();
}
