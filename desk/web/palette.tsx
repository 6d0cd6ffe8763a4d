import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatName } from "#contract/person-name.ts";
import { formatCount } from "#contract/text.ts";
import { createStore } from "#client/store.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { customerList, orderList } from "#shop/orders/command-results.ts";
import { mailFields } from "#shop/texts/mail-fields.ts";
import { textNames } from "#shop/texts/text.ts";
import { classNames } from "#ui/class-names.ts";
import type { DescribedCommand, OperatorRole } from "../calls.ts";
import { Dialog } from "./dialog.tsx";
import { labelText } from "./labels.ts";
import { toCommandTitle } from "./phrases.ts";
import { describeState } from "./order-parts.tsx";
import { getCustomerHref, goTo } from "./router.ts";
import { entrance } from "./session.ts";
import { screens } from "./screens.ts";
import styles from "./palette.module.css";
import { useKeyDown } from "./use-key-down.ts";
import { useCommands, useView } from "./use-view.ts";

export const palette = createStore(false);

const SHOWN = 12;

function pressPalette(event: globalThis.KeyboardEvent): void {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  event.preventDefault();
  palette.set(!palette.get());
}

/** The command palette (Ctrl-K): searches screens, commands, texts, orders, products and customers. */
export function Palette({ role }: { role: OperatorRole }) {
  const isOpen = palette.useValue();
  useKeyDown(pressPalette);
  return (
    <Dialog title="Search and commands" open={isOpen} onClose={() => palette.set(false)} size="wide">
      {isOpen && <Finder role={role} />}
    </Dialog>
  );
}

interface Entry {
  href: string;
  name: string;
  summary: string;
}

function Finder({ role }: { role: OperatorRole }) {
  const [searchText, setWords] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const results = useResults(searchText, role);
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    palette.set(false);
    goTo(entry.href);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") go(results[at]);
    else if (step === undefined) return;
    else setAt((now) => (now + step + results.length) % Math.max(1, results.length));
    event.preventDefault();
  };
  return (
    <div className={styles.finder}>
      <input
        className={styles.words}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={results.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Order, name, phone or product"
        data-initial-focus=""
        value={searchText}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="Search results" className={styles.found}>
        {results.map((entry, index) => (
          // A click moves the focus to this element, so it handles the same keys as the search field.
          <div
            key={`${entry.href} ${entry.name}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classNames(styles.entry, index === at && styles.current)}
            onClick={() => go(entry)}
            onKeyDown={press}
            onPointerMove={() => setAt(index)}
          >
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.summary}>{entry.summary}</span>
          </div>
        ))}
      </div>
      {results.length === 0 && (
        <p role="status" className={styles.nothing}>
          No results. Try fewer or other words.
        </p>
      )}
    </div>
  );
}

function useResults(searchText: string, role: OperatorRole): Entry[] {
  const { data: commands = [] } = useCommands();
  const ofShop = useShopEntries(searchText, role);
  const { named, related } = findEntries(searchText, role, commands);
  const others = ofShop.filter(({ href }) => named.every((entry) => entry.href !== href));
  // A text with three digits is probably an order number or a phone number, so list the shop's data first. An empty
  // search lists the newest orders.
  return searchText.trim() === "" || /\d{3}/.test(searchText)
    ? [...others, ...named, ...related]
    : [...named, ...others, ...related];
}

function useShopEntries(searchText: string, role: OperatorRole): Entry[] {
  const search = useDeferredValue(searchText.trim());
  const isLong = search.length >= SEARCHED_FROM;
  const isEmpty = searchText.trim() === "";
  const isStaff = isLong && role !== "packer";
  const options = { search, limit: String(OTHERS_SHOWN) };
  const limit = String(ORDERS_SHOWN);
  // Two views, because a view shows its previous data until the data of another search are loaded.
  const newest = useView({ ...orderList, options: { limit } }, { enabled: isEmpty }).data;
  const foundOrders = useView({ ...orderList, options: { search, limit } }, { enabled: isLong }).data;
  const products = useView({ ...productList, options }, { enabled: isStaff }).data;
  const customers = useView({ ...customerList, options }, { enabled: isStaff }).data;
  if (!isLong && !isEmpty) return [];
  return [
    ...((isEmpty ? newest : foundOrders) ?? []).map((order) => {
      const { orderId, contact } = order;
      const [state] = describeState(order);
      const buyer = contact.buyer && `${formatName(contact.buyer)} for `;
      return {
        href: `/orders/${orderId}`,
        name: orderId,
        summary: `${buyer ?? ""}${formatName(contact)}, ${state.toLowerCase()}`,
      };
    }),
    ...((isStaff && products) || []).map(({ id, title, hidden }) => ({
      href: `/products/${id}`,
      name: title,
      summary: hidden ? "Product, hidden" : "Product",
    })),
    ...((isStaff && customers) || []).map(({ email, orders: count, ...customer }) => ({
      href: getCustomerHref(email),
      name: formatName(customer),
      summary: `Customer, ${formatCount(count, "order")}, ${email}`,
    })),
  ];
}

const SEARCHED_FROM = 3;
const ORDERS_SHOWN = 5;
const OTHERS_SHOWN = 4;

const TEXTS = [
  ...textNames.map((name) => [name, "Text of a page"] as const),
  ...Object.keys(mailFields).map((kind) => [`mails/${kind}`, "Text of an e-mail"] as const),
];

/**
 * Finds screens, commands and texts that contain every typed word, best matches first. A typed order id is first, if it
 * has a digit or a hyphen. The `related` entries have a typed word only in their descriptions. They are less likely to
 * be what the user looks for than the shop's data.
 */
export function findEntries(
  searchText: string,
  role: OperatorRole,
  commands: readonly DescribedCommand[],
): { named: Entry[]; related: Entry[] } {
  const words = searchText
    .toLowerCase()
    .replaceAll(/\bemail/g, "e-mail")
    .split(/\s+/)
    .filter(Boolean);
  const toCandidate = (href: string, name: string, summary: string) => ({
    href,
    name,
    summary,
    command: "",
    more: "",
  });
  const shown = screens.filter(({ path, roles }) => isWhole(path) && roles.includes(role));
  const candidates = [
    ...shown.map(({ path, name }) => toCandidate(path, name, words.length > 0 ? "Screen" : "")),
    ...commands.map(toEntry),
    ...shown.flatMap(({ path, name, actions = [] }) =>
      actions.map((action) => toCandidate(path, action, `On the screen ${name}`)),
    ),
    ...(role === "packer"
      ? []
      : TEXTS.map(([name, summary]) => toCandidate(deskLinks.text(name), labelText(name), summary))),
  ];
  const [, letters, code] = /^(?:([a-z]{2,5})-)?([0-9a-hjkmnp-tv-z]{6})$/i.exec(searchText.trim()) ?? [];
  // A word of six letters is probably a name.
  const orderId = code && /[\d-]/.test(searchText) && `${letters ?? "TRV"}-${code}`.toUpperCase();
  const scored = candidates
    .map((entry) => ({ entry, score: scoreEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((first, other) => other.score - first.score)
    .slice(0, SHOWN);
  const isNamed = ({ entry: { name } }: (typeof scored)[number]) =>
    words.every((word) => startsWord(name, word));
  return {
    named: [
      ...(orderId ? [{ href: `/orders/${orderId}`, name: orderId, summary: "Order" }] : []),
      ...scored.filter(isNamed).map(({ entry }) => entry),
    ],
    related: scored.filter((each) => !isNamed(each)).map(({ entry }) => entry),
  };
}

/** True for screens that open without parameters. Excludes forms, which `toEntry` adds. */
const isWhole = (path: string): boolean =>
  !/:|^\/do\/|^\/people\/customer$/.test(path) && (path !== "/sign-in" || entrance.get() === "passkey");

const toEntry = ({ noun, verb, summary, args, options }: DescribedCommand) => ({
  href: deskLinks.form(`${noun} ${verb}`.trim()),
  name: toCommandTitle(`${noun} ${verb}`.trim()),
  command: `${noun} ${verb}`.trim(),
  summary,
  more: [noun, verb, ...[...args, ...Object.values(options)].map((word) => word.summary)].join(" "),
});

function scoreEntry(
  { name, summary, command, more }: Entry & { command: string; more: string },
  words: readonly string[],
): number {
  const scores = words.map((word) => {
    if (name.toLowerCase() === word || command === word) return 16;
    if (startsWord(name, word)) return 8;
    if (startsWord(summary, word)) return 4;
    if (name.includes(word)) return 3;
    return startsWord(more, word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : 1 + scores.reduce<number>((sum, score) => sum + score, 0);
}

const startsWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?:^|[^\p{L}])${escapeRegex(word)}`, "iu").test(text);

/** Escapes a text for a regular expression with the flag `u`. Does not escape `-`, because `\-` is invalid there. */
const escapeRegex = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
