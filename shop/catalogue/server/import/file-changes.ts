import { isDeepStrictEqual } from "node:util";
import { type Rules, formatSpan, STANDARD_RULES } from "#shop/policies/rules.ts";
import { formatWhole } from "#shop/policies/shipping.ts";
import { weekdays } from "#shop/policies/workdays.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";

/**
 * What an import changes of each file of the owner's beside the list of products: `rules.json: shipping fee ₹80 → ₹120.`,
 * and `banners.json has changed.` of what has no short name.
 */
export function listFileChanges(
  before: HomeContentFiles,
  after: HomeContentFiles,
  { isOfferChanged }: { isOfferChanged: boolean },
): string[] {
  const changed = (names: readonly (keyof HomeContentFiles)[]) =>
    names.filter((name) => !isAlike(before[name], after[name]));
  return [
    ...Object.entries(lists)
      .filter(([, parts]) => changed(parts).length > 0)
      .map(([file]) => `${file} has changed.`),
    ...describeParts("offers.json", [
      ...(isOfferChanged ? ["special offer"] : []),
      ...(changed(["offerCards"]).length > 0 ? ["cards"] : []),
    ]),
    ...describeObject("seller.json", before.seller, after.seller),
    ...listBrandChanges(before.brand, after.brand),
    ...describeObject("rules.json", sayRules(before.rules), sayRules(after.rules), "none"),
    ...listTextChanges(before.texts, after.texts),
    ...describeOptional("home.json", before.home, after.home),
    ...describeOptional("menu.json", before.menu, after.menu),
    ...describeOptional("taxes.json", before.taxes, after.taxes),
  ];
}

const lists: Readonly<Record<string, readonly (keyof HomeContentFiles)[]>> = {
  "banners.json": ["banners"],
  "tiles.json": ["tiles"],
  "hot-products.json": ["hotProducts"],
  "services.json": ["services"],
  "videos.json": ["videos"],
  "story.json": ["story", "scenes", "looks"],
  "collections.json": ["collections"],
};

/** What is stored has no fields that are undefined. */
const isAlike = (one: unknown, other: unknown): boolean => isDeepStrictEqual(toStored(one), toStored(other));

const toStored = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

function listBrandChanges(
  { logo: oldLogo, mark: oldMark, ...before }: NonNullable<HomeContentFiles["brand"]> = {},
  { logo, mark, ...after }: NonNullable<HomeContentFiles["brand"]> = {},
): string[] {
  return [
    ...describeObject("brand.json", before, after),
    ...describeFile("logo.svg", oldLogo, logo),
    ...describeFile("logo-mark.svg", oldMark, mark),
  ];
}

function listTextChanges(
  before: NonNullable<HomeContentFiles["texts"]> = {},
  after: NonNullable<HomeContentFiles["texts"]> = {},
): string[] {
  const names = [...new Set(Object.keys({ ...before, ...after }))] as (keyof typeof before)[];
  return names.flatMap((name) =>
    describeFile(`${name.includes("/") ? name : `texts/${name}`}.md`, before[name], after[name]),
  );
}

function describeFile(file: string, before: unknown, after: unknown): string[] {
  if (isAlike(before, after)) return [];
  if (before === undefined) return [`${file} is new.`];
  return [after === undefined ? `${file} is gone.` : `${file} has changed.`];
}

const describeOptional = (file: string, before: unknown, after: unknown): string[] =>
  isObject(before) && isObject(after)
    ? describeObject(file, before, after)
    : describeFile(file, before, after);

/** All rules, those that are the standard too, as their owner writes them. */
function sayRules(own: HomeContentFiles["rules"]): object {
  const rules: Rules = { ...STANDARD_RULES, ...own };
  return { ...rules, workdays: rules.workdays.map((day) => weekdays[day]) };
}

type Fields = Readonly<Record<string, unknown>>;

const describeObject = (
  file: string,
  before: object = {},
  after: object = {},
  unset = "as it came",
): string[] =>
  describeParts(file, listFieldChanges(toStored(before) as Fields, toStored(after) as Fields, unset));

function describeParts(file: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const isSaid = parts.some((part) => part.includes(" → "));
  return [`${file}${isSaid ? "" : " has changed"}: ${parts.join(", ")}.`];
}

function listFieldChanges(before: Fields, after: Fields, unset: string): string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (isDeepStrictEqual(from, to)) return [];
    if (isObject(from) && isObject(to) && !isSpan(to))
      return listFieldChanges(from, to, unset).map((part) => `${toLabel(name)} ${part}`);
    const [old, now] = [from, to].map((value) => (value === undefined ? unset : formatValue(name, value)));
    return [old === null || now === null ? toLabel(name) : `${toLabel(name)} ${old} → ${now}`];
  });
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSpan = (value: Fields): value is { least: number; most: number } =>
  typeof value["least"] === "number" && typeof value["most"] === "number";

/** `shipping fee` of `shippingFee` */
const toLabel = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const inRupees: ReadonlySet<string> = new Set(["shippingFee", "freeShippingFrom", "upTo", "amount", "from"]);

const LONGEST_SHOWN = 60;

/** A value in few words; null of one that has none. */
function formatValue(name: string, value: unknown): string | null {
  if (value === null) return "none";
  if (typeof value === "number") return inRupees.has(name) ? formatWhole(value) : String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value.length > LONGEST_SHOWN ? null : `"${value}"`;
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one === "string");
    return isPlain ? formatValue(name, value.join(", ")) : null;
  }
  if (!isObject(value)) return null;
  if (isSpan(value)) return formatSpan(value);
  const parts = Object.entries(value).map(([key, one]) => [toLabel(key), formatValue(key, one)]);
  return parts.some(([, text]) => text === null)
    ? null
    : `(${parts.map((part) => part.join(" ")).join(", ")})`;
}
