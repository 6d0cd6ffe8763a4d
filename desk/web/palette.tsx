import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { showMailbox } from "#contract/mailbox.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatName } from "#contract/person-name.ts";
import { formatCount } from "#contract/text.ts";
import { createStore } from "#client/store.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { customerList, orderList } from "#shop/orders/command-results.ts";
import { classNames } from "#ui/class-names.ts";
import type { OperatorRole } from "../calls.ts";
import { Dialog } from "./dialog.tsx";
import { logOut } from "./log-out.ts";
import { describeState } from "./order-parts.tsx";
import { getCustomerHref, goTo, palette } from "./router.ts";
import { type Entry, LOG_OUT, rankEntries, toKey } from "./search.ts";
import { entrance, session } from "./session.ts";
import styles from "./palette.module.css";
import { useKeyDown } from "./use-key-down.ts";
import { useCommands, useView } from "./use-view.ts";

function pressPalette(event: globalThis.KeyboardEvent): void {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  event.preventDefault();
  palette.set(!palette.get());
}

/** The entries that the user opened last. An empty search lists them first. */
const recent = createStore<readonly Entry[]>([]);
const RECENT_SHOWN = 4;

session.subscribe(() => recent.set([]));

/** The command palette (Ctrl-K): searches screens, commands, texts, orders, products and customers. */
export function Palette({ role }: { role: OperatorRole }) {
  const isOpen = palette.useValue();
  useKeyDown(pressPalette);
  return (
    <Dialog title="Search" open={isOpen} onClose={() => palette.set(false)} size="wide">
      {isOpen && <Finder role={role} />}
    </Dialog>
  );
}

function Finder({ role }: { role: OperatorRole }) {
  const [searchText, setWords] = useState("");
  // Marks an entry by its key instead of its index, because results that arrive later may be above it.
  const [markedKey, setMarkedKey] = useState<string>();
  const listId = useId();
  const { results, isSearching, error } = useResults(searchText, role);
  const at = Math.max(
    0,
    results.findIndex((entry) => toKey(entry) === markedKey),
  );
  const toId = (entry: Entry) => `${listId}-${results.indexOf(entry)}`;
  const mark = (entry: Entry | undefined) => setMarkedKey(entry && toKey(entry));
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    palette.set(false);
    if (entry.href === LOG_OUT) return void logOut();
    const others = recent.get().filter(({ href }) => href !== entry.href);
    recent.set([{ ...entry, group: "Opened last" }, ...others].slice(0, RECENT_SHOWN));
    goTo(entry.href);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const entry = results.at((at + step) % results.length);
    if (!entry || step === 0) return go(entry);
    mark(entry);
    document.getElementById(toId(entry))?.scrollIntoView?.({ block: "nearest" });
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
          mark(undefined);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="Search results">
        {[...Map.groupBy(results, ({ group }) => group)].map(([group, entries]) => (
          <div key={group} role="group" aria-label={group}>
            <p className={styles.group} aria-hidden="true">
              {group}
            </p>
            {entries.map((entry) => (
              // A click moves the focus to this element, so it handles the same keys as the search field.
              <div
                key={toKey(entry)}
                id={toId(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === results[at]}
                className={classNames(styles.entry, entry === results[at] && styles.current)}
                onClick={() => go(entry)}
                onKeyDown={press}
                onPointerMove={() => mark(entry)}
              >
                <span className="medium">{entry.name}</span>
                {entry.summary && <span className="small soft">{entry.summary}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {results.length === 0 && (
        <p role="status" className="small soft">
          {isSearching
            ? "Searching…"
            : (error?.message ??
              "No results. Try an order number, a phone number, a name, or a word such as “refund”.")}
        </p>
      )}
    </div>
  );
}

function useResults(searchText: string, role: OperatorRole) {
  const { data: commands = [] } = useCommands();
  const { found, ...state } = useShopEntries(searchText, role);
  const opened = recent.useValue();
  const shown = searchText.trim() === "" ? [...opened, ...found] : found;
  const entries = rankEntries(searchText, role, commands, shown);
  const results = entrance.get() === "passkey" ? entries : entries.filter(({ href }) => href !== "/sign-in");
  return { results, ...state };
}

function useShopEntries(searchText: string, role: OperatorRole) {
  const search = useDeferredValue(searchText.trim());
  const isLong = search.length >= SEARCHED_FROM;
  const isEmpty = searchText.trim() === "";
  const isStaff = isLong && role !== "packer";
  const options = { search, limit: String(OTHERS_SHOWN) };
  const limit = String(ORDERS_SHOWN);
  // Two views, because a view shows its previous data until the data of another search are loaded.
  const newest = useView({ ...orderList, options: { limit } }, { enabled: isEmpty });
  const foundOrders = useView({ ...orderList, options: { search, limit } }, { enabled: isLong });
  const products = useView({ ...productList, options }, { enabled: isStaff });
  const customers = useView({ ...customerList, options }, { enabled: isStaff });
  const searches = [foundOrders, products, customers];
  const isSearching = searches.some(({ isFetching }) => isFetching);
  const error = searches.find((each) => each.error)?.error;
  if (!isLong && !isEmpty) return { found: [], isSearching, error };
  const found: Entry[] = [
    ...((isEmpty ? newest : foundOrders).data ?? []).map((order) => {
      const { orderId, contact, shippingAddress } = order;
      const [state] = describeState(order);
      const buyer = contact.buyer && `${formatName(contact.buyer)} for `;
      return {
        href: `/orders/${orderId}`,
        name: orderId,
        group: isEmpty ? "Newest orders" : "Orders",
        summary: `${buyer ?? ""}${formatName(contact)}, ${state.toLowerCase()}`,
        keys: [orderId, orderId.slice(-6), formatName(contact), shippingAddress.phoneNumber],
      };
    }),
    ...((isStaff && products.data) || []).map(({ id, title, hidden, inclusivePrice }) => ({
      href: `/products/${id}`,
      name: title,
      group: "Products",
      summary: hidden ? "Hidden" : formatRupeesGrouped(inclusivePrice),
      keys: [title],
    })),
    ...((isStaff && customers.data) || []).map(({ email, orders: count, phoneNumber, ...customer }) => ({
      href: getCustomerHref(email),
      name: formatName(customer),
      group: "Customers",
      summary: `${formatCount(count, "order")}, ${showMailbox(email)}`,
      keys: [email, formatName(customer), ...(phoneNumber ? [phoneNumber] : [])],
    })),
  ];
  return { found, isSearching, error };
}

const SEARCHED_FROM = 3;
const ORDERS_SHOWN = 5;
const OTHERS_SHOWN = 4;
