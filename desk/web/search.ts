import { deskLinks } from "#contract/desk-links.ts";
import { mailFields } from "#shop/texts/mail-fields.ts";
import { textNames } from "#shop/texts/text.ts";
import type { DescribedCommand, OperatorRole } from "../calls.ts";
import { labelText } from "#shop/texts/labels.ts";
import { toCommandTitle } from "./phrases.ts";
import { findScreen, screens } from "./screens.ts";

export interface Entry {
  href: string;
  name: string;
  summary?: string;
  /** The heading above the entry. */
  group: string;
  /** The texts that identify an order, a customer or a product, such as a phone number. */
  keys?: readonly string[];
}

interface Candidate extends Entry {
  /** Other words with which the search finds the entry, separated by commas. */
  also?: string | undefined;
  command?: string;
  /** The texts of a command that count less than its name. */
  more?: string;
}

/** An entry with this URL ends the session. */
export const LOG_OUT = "#log-out";

/** Parts of screens that the search finds by their own names. */
const PLACES: readonly (readonly [name: string, href: string, also?: string])[] = [
  ["Log out", LOG_OUT, "sign out, logout"],
  ["Orders to pack", "/orders?group=to-pack", "packing"],
  ["Stock", "/products?group=limited", "inventory, quantity"],
  ["Prices", "/products", "mrp, rate"],
  ["Testimonials", deskLinks.testimonials()],
  ["Sales", "/books", "report, revenue, turnover"],
  ["GST return", "/books", "gstr-1, gstr1, accountant"],
  ["Logo", "/settings"],
  ["Colours and fonts", "/settings", "color, theme"],
  ["GSTIN", "/settings/seller?field=gstin", "gst number"],
  ["Shipping fee", "/settings/selling?field=shipping", "delivery charge, delivery fee, postage"],
  ["Free shipping", "/settings/selling?field=shipping", "free delivery"],
  ["Cash on delivery", "/settings/selling?field=cash-up-to", "cod"],
  ["Coupon", "/settings/selling?field=percent", "discount, promo code"],
  ["GST rates", "/settings/taxes", "gst, tax, cgst, sgst, igst"],
  ["Preview an e-mail", "/settings/texts"],
  ["Mail server", "/settings/values", "smtp"],
  ["Send a test e-mail", "/settings/values"],
  ["Payments by Razorpay", "/settings/values", "upi, payment gateway"],
  ["Test the connection to Razorpay", "/settings/values"],
  ["Send failed e-mails again", deskLinks.health()],
  ["Backups", deskLinks.health()],
];

/** Other words with which the search finds screens and commands. */
const ALSO: Readonly<Record<string, string>> = {
  "/do/export": "excel, spreadsheet, download",
  "/do/invoices": "bill",
  "/do/orders/paid": "bank transfer, cash received",
  "/do/orders/print": "slip, label, print an invoice",
  "/do/orders/replace": "exchange",
  "/orders/new": "phone order, manual order",
  "/people": "customers, buyers",
  "/people/messages": "enquiries, complaints, contact",
  "/settings/record": "history, audit",
  "/settings/team": "staff, employees, users, roles",
  "/settings/texts": "policies, templates",
  "/visitors": "traffic, analytics",
  "/visitors/synonyms": "synonyms",
};

const TEXTS = [
  ...textNames.map((name) => [name, "On a page", "policy"] as const),
  ...Object.keys(mailFields).map((kind) => [`mails/${kind}`, "In an e-mail", undefined] as const),
];

const SHOWN = 12;

/**
 * Lists what the search shows, best matches first: the order, customer or product that the text identifies, then
 * screens and commands whose names contain every typed word, then other data of the shop (`ofShop`) and texts. If no
 * name matches, also lists entries whose descriptions match. Lists each group once, that of the best match first.
 */
export function rankEntries(
  searchText: string,
  role: OperatorRole,
  commands: readonly DescribedCommand[],
  ofShop: readonly Entry[] = [],
): Entry[] {
  const search = searchText.trim().toLowerCase();
  const words = search
    .replaceAll(/\bemail/g, "e-mail")
    .split(/\s+/)
    .filter(Boolean);
  const scored = listCandidates(role, commands, words.length > 0)
    .map((entry) => ({ entry, rank: rankEntry(entry, words), score: scoreEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((first, other) => other.score - first.score)
    .slice(0, SHOWN);
  const pick = (rank: ReturnType<typeof rankEntry>) =>
    scored.filter((each) => each.rank === rank).map(({ entry }) => entry);
  const named = pick("named");
  // A text with three digits is probably an order number or a phone number. An empty search lists the newest orders.
  const isOfShop = search === "" || /\d{3}/.test(search);
  const entries = [
    ...ofShop.filter(({ keys = [] }) => keys.some((key) => isSame(key, search))),
    ...listTypedOrder(searchText.trim()),
    ...(isOfShop ? [...ofShop, ...named] : [...named, ...ofShop]),
    ...pick("text"),
    ...(named.length === 0 ? pick("described") : []),
  ];
  const unique = [...Map.groupBy(entries, toKey).values()].flatMap(([first]) => first ?? []);
  return [...Map.groupBy(unique, ({ group }) => group).values()].flat();
}

export const toKey = ({ href, name }: Entry): string => `${href} ${name}`;

const PHONE_DIGITS = 10;

function isSame(key: string, search: string): boolean {
  const digits = search.replaceAll(/[^\d]/g, "");
  const isPhone = /^[+\d\s()-]+$/.test(search) && digits.length >= PHONE_DIGITS;
  return key.toLowerCase() === search || (isPhone && key === digits.slice(-PHONE_DIGITS));
}

/** Returns the order with the typed number. A word of six letters without a digit or hyphen is probably a name. */
function listTypedOrder(text: string): Entry[] {
  const [, letters = "TRV", code] = /^(?:([a-z]{2,5})-)?([0-9a-hjkmnp-tv-z]{6})$/i.exec(text) ?? [];
  if (code === undefined || !/[\d-]/.test(text)) return [];
  const orderId = `${letters}-${code}`.toUpperCase();
  return [{ href: deskLinks.order(orderId), name: orderId, group: "Orders" }];
}

function listCandidates(
  role: OperatorRole,
  commands: readonly DescribedCommand[],
  isSearch: boolean,
): Candidate[] {
  const shown = screens.filter(({ path, roles }) => opensWithoutParameters(path) && roles.includes(role));
  return [
    ...shown.map(({ path, name }) => ({ href: path, name, group: "Screens", also: ALSO[path] })),
    ...(isSearch ? listPlaces(role) : []),
    ...commands.map(toCandidate),
    ...(role === "packer"
      ? []
      : TEXTS.map(([name, summary, also]) => {
          const href = deskLinks.text(name);
          return { href, name: labelText(name), summary, also, group: "Texts" };
        })),
  ];
}

const listPlaces = (role: OperatorRole): Candidate[] =>
  PLACES.flatMap(([name, href, also]) => {
    if (href === LOG_OUT) return [{ href, name, also, group: "Screens" }];
    const { route } = findScreen(href.replace(/\?.*/, ""));
    const summary = `On the screen ${route.name}`;
    return route.roles.includes(role) ? [{ href, name, summary, also, group: "Screens" }] : [];
  });

/** True if the screen opens without parameters. Forms are excluded, because `toCandidate` adds them. */
const opensWithoutParameters = (path: string): boolean => !/:|^\/do\/|^\/people\/customer$/.test(path);

function toCandidate({ noun, verb, summary, args, options }: DescribedCommand): Candidate {
  const command = `${noun} ${verb}`.trim();
  const href = deskLinks.form(command);
  const more = [command, summary, ...[...args, ...Object.values(options)].map((word) => word.summary)].join(
    " ",
  );
  return { href, name: toCommandTitle(command), group: "Actions", also: ALSO[href], command, more };
}

const listNames = ({ name, also }: Candidate): string[] => [name, ...(also?.split(", ") ?? [])];

function rankEntry(entry: Candidate, words: readonly string[]): "named" | "text" | "described" {
  const isNamed = words.every((word) => listNames(entry).some((name) => startsWord(name, word)));
  return !isNamed ? "described" : entry.group === "Texts" ? "text" : "named";
}

/** Returns 0 if a word is missing in the entry. */
function scoreEntry(entry: Candidate, words: readonly string[]): number {
  const names = listNames(entry);
  const search = words.join(" ");
  const scores = words.map((word) => {
    if (names.some((name) => startsWord(name, word))) return 8;
    if (startsWord(`${entry.group} ${entry.summary ?? ""}`, word)) return 4;
    if (entry.name.toLowerCase().includes(word)) return 3;
    return startsWord(entry.more ?? "", word) ? 1 : 0;
  });
  if (scores.includes(0)) return 0;
  const isWholeName = [...names, entry.command].some((name) => name?.toLowerCase() === search);
  const isStart = search !== "" && names.some((name) => name.toLowerCase().startsWith(search));
  return scores.reduce<number>((sum, score) => sum + score, isWholeName ? 30 : isStart ? 10 : 1);
}

const startsWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?:^|[^\p{L}])${escapeRegex(word)}`, "iu").test(text);

/** Escapes a text for a regular expression with the flag `u`. Does not escape `-`, because `\-` is invalid there. */
const escapeRegex = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
