import path from "node:path";
import { readdir } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import type { Risk } from "#contract/operator-results.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { toLabel } from "#contract/field-labels.ts";
import { omitAbsent } from "#contract/read.ts";
import { toRupees, formatRoundRupees, fromRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import type { CheckInput, Note } from "#platform/checks/check.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { listDeliveredStates } from "#shop/addresses/delivery-area.ts";
import { isAbsoluteAddress } from "#shop/media/pictures.ts";
import { listGivenPictures } from "#shop/media/server/index.ts";
import { getShownOffer } from "#shop/merchandising/server/index.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { getCoupon, type Coupon } from "#shop/pricing/coupon.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { labelText } from "#shop/texts/labels.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import { sellerOptionNames } from "../command-results.ts";
import { isDiscountWrong, calculateReduction } from "../price.ts";
import { readCatalogueFolder } from "./owner-folder/catalogue-folder.ts";
import { FREE_WARNING, listContentWarnings } from "./owner-folder/check-products.ts";
import { checkDeclarations } from "./products/declarations.ts";
import { checkHsn } from "./products/without-hsn.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";
import {
  formatDays,
  formatHours,
  getDeliverySpan,
  formatBusinessDays,
  type Rules,
} from "#shop/policies/rules.ts";

export async function checkCatalogueFolder({ config }: CheckInput["folder"], note: Note): Promise<Finding[]> {
  const { goods, errors, warnings, pictures } = await readCatalogueFolder(config.catalogueDir);
  note(
    `${formatCount(goods?.list.products.length ?? 0, "product")}, ${formatCount(pictures.length, "picture")}`,
  );
  // Omits the warnings that do not prevent a sale. `products import --dry-run` shows them.
  return [...errors, ...warnings.filter(({ isSample }) => isSample)].map(toFolderFinding);
}

export const checkCatalogue = async (context: Context): Promise<Finding[]> => [
  ...(await checkContent(context)),
  ...(await checkStoredProducts(context)),
  ...(await checkHsn(context)).map(toLegal),
  ...(await checkDeclarations(context)).map(toLegal),
  ...checkTiles(context),
  ...(await checkPromises(context)),
  ...checkOwnState(context),
];

const toLegal = (finding: Finding): Finding => ({ ...finding, risk: "law" });

async function checkContent(context: Context): Promise<Finding[]> {
  const products = await context.db
    .select({ id: product.id, hsn: product.hsn, subcategory: product.subcategory })
    .from(product)
    .where(eq(product.inOwnerList, true))
    .orderBy(product.id);
  return [...listContentWarnings(getSnapshot(context).files, products)].map(toFolderFinding);
}

const toFolderFinding = ({ file, where, field, message, isSample }: FileError): Finding => {
  // All links of the seller are in one field of the form.
  const option = file === "seller.json" ? sellerOptionNames[field.replace(/\.\d+\.url$/, "")] : undefined;
  const isStatement = field === "toConfirm";
  const labels = [where, isStatement ? "" : (option ?? field)].filter(Boolean).map((name) => toLabel(name));
  return {
    about: [file, where, field].filter(Boolean).join(", "),
    name: labels.join(", ") || toLabel(file.replace(".json", "")),
    ...(isStatement ? { kind: "statement" } : isSample && { kind: "sample" }),
    what: message,
    remedy:
      file === "seller.json" || isStatement
        ? "Replace it with your own details, or confirm that it is right"
        : "Correct this entry, or leave it if it is what you want",
    ...findScreen(file),
    ...(option && { screen: deskLinks.seller(option) }),
    ...(LEGAL_FILES.has(file) && !field.startsWith("socialLinks") && { risk: "law" }),
  };
};

/** Returns the screen of a file at the desk, and the name of a text. */
function findScreen(file: string): Pick<Finding, "name" | "screen"> {
  const [, text] = /^(?:texts\/)?(.*)\.md$/.exec(file) ?? [];
  return text === undefined
    ? omitAbsent({ screen: SCREENS[file] })
    : { name: labelText(text), screen: deskLinks.text(text) };
}

const LEGAL_FILES: ReadonlySet<string> = new Set(["seller.json", "taxes.json"]);

const SCREENS: Readonly<Record<string, string>> = {
  "menu.json": deskLinks.home(),
  "offers.json": deskLinks.home(),
  // In a running shop, all warnings about products.json are about product types that are in no menu. The owner changes
  // the menus on the home screen of the desk.
  "products.json": deskLinks.home(),
  "seller.json": deskLinks.seller(),
  "taxes.json": deskLinks.taxes(),
};

async function checkStoredProducts(context: Context): Promise<Finding[]> {
  const { id, price, originalPrice, discount, collection, images } = product;
  const rows = await context.db
    .select({ id, price, originalPrice, discount, collection, images })
    .from(product)
    .where(eq(product.hidden, false))
    .orderBy(id);
  const files = await listProductFiles(context);
  const menu = new Set(getSnapshot(context).homeContent.collections.map(({ name }) => name));
  const findings: Finding[] = [];
  for (const row of rows) {
    const add = (what: string, remedy: string, risk: Risk = "other") =>
      findings.push({ about: row.id, what, remedy, screen: deskLinks.product(row.id), risk });
    if (isDiscountWrong(row.discount, row.price, row.originalPrice)) {
      const calculated = Math.round(calculateReduction(row.price, row.originalPrice) * 10) / 10;
      add(
        `the badge says ${row.discount} % off, but the price and the earlier price make it ${calculated} %`,
        "Correct the price or the earlier price",
      );
    }
    if (row.price === 0) add(`price ${FREE_WARNING}`, "Correct the price", "orders");
    for (const { name } of row.images)
      if (files !== null && !isAbsoluteAddress(name) && !files.has(name))
        add(`the picture ${name} is missing`, "Add the picture again, or remove it from the product");
    if (row.collection !== null && !menu.has(row.collection))
      add(
        `the collection "${row.collection}" is not in the menu`,
        "Add the collection to the menu, or choose another one for the product",
      );
  }
  return findings;
}

/** Lists the picture files of products. Null if the pictures are in a storage service. */
const listProductFiles = async (context: Context): Promise<ReadonlySet<string> | null> => {
  const { catalogueDir, pictureStorage } = context.config;
  if (pictureStorage) return null;
  const files = await readdir(path.join(catalogueDir, "products")).catch(() => []);
  return new Set([...files, ...(await listGivenPictures(context))]);
};

async function checkPromises(context: Context): Promise<Finding[]> {
  const { files, homeContent } = getSnapshot(context);
  const offer = getShownOffer(context);
  const [highest] = await context.db
    .select({
      discount: sql<number>`coalesce(max(${product.discount}), 0)::float`,
      reduction: sql<number>`coalesce(max(${product.originalPrice} - ${product.price}), 0)::float`,
    })
    .from(product)
    .where(eq(product.hidden, false));
  const rules = {
    coupon: getCoupon(getTaxRates(context)),
    rules: getShopRules(context),
    highestDiscount: highest?.discount ?? 0,
    highestReduction: toRupees(highest?.reduction ?? 0),
  };
  const values = getFieldValues(context);
  const list = (about: string, ...sources: readonly string[]): Finding[] =>
    sources.flatMap((text) =>
      [...listBrokenPromises(text, rules)].map((broken) => ({
        ...broken,
        about,
        remedy: "Change the text or the rule, so that they agree",
        screen: deskLinks.home(),
        rule: deskLinks.selling(),
        ...findScreen(about),
      })),
    );
  return [
    ...list("special offer", offer.heading, ...offer.points),
    ...homeContent.offerCards.flatMap(({ title }, at) => list(`offer card ${at + 1}`, title)),
    ...homeContent.banners.flatMap(({ heading, subHeading }, at) =>
      list(`banner ${at + 1}`, heading, subHeading),
    ),
    ...homeContent.services.flatMap(({ title, text }, at) => list(`service card ${at + 1}`, title, text)),
    // In policies, only promises with a legal risk count. The standard shipping policy is checked too.
    ...Object.entries({ "shipping-policy": "{{shipping}}", ...files.texts }).flatMap(([name, source]) =>
      list(`texts/${name}.md`, ...source.split("\n").map((line) => fillWords(line, values) ?? "")).filter(
        ({ risk }) => risk === "law",
      ),
    ),
  ];
}

function checkTiles(context: Context): Finding[] {
  const { files, homeContent } = getSnapshot(context);
  if (files.home?.every(({ section }) => section !== "hot-products")) return [];
  const chosen = new Set(files.hotProducts.map(({ tile }) => tile));
  return homeContent.hotProducts
    .filter(({ tile, productId, picture }) => chosen.has(tile) && (productId === null || !picture))
    .map(({ tile, subcategory, productId }) => ({
      about: `hot product ${tile}`,
      what:
        productId === null
          ? `shows no product, and opens the list for the product type ${subcategory} instead`
          : `shows no picture, because the product ${productId} has no usable picture`,
      remedy: productId === null ? "Choose a product for this tile" : "Add a picture to the product",
      screen: productId === null ? deskLinks.home() : deskLinks.product(productId),
    }));
}

function checkOwnState(context: Context): Finding[] {
  const seller = findSeller(context);
  const state = seller?.state ?? seller?.address?.state;
  // If `state` still contains its sample text, another finding reports it.
  if (!state || !listDeliveredStates("India").includes(state)) return [];
  if (listDeliveredStates(getShopRules(context).deliverTo).includes(state)) return [];
  return [
    {
      about: "rules.json, deliverTo",
      name: toLabel("deliver-to"),
      what: `your shop is in ${state} but does not deliver there: nobody in your own state can order`,
      remedy: `Deliver to all of India, or add ${state} to the states you deliver to`,
      screen: deskLinks.selling(),
      risk: "orders",
    },
  ];
}

export interface CurrentRules {
  coupon: Coupon | null;
  rules: Rules;
  highestDiscount: number;
  highestReduction: number;
}

export function* listBrokenPromises(text: string, rules: CurrentRules) {
  for (const sentence of text.split(/(?<=[.!?])(?<!\b(?:rs|incl)\.)\s+|\n/i))
    for (const { pattern, findReason, risk = "other" } of promises) {
      const match = pattern.exec(sentence);
      const reason = match && findReason(match, rules, sentence);
      if (match && reason !== null) yield { what: `promises “${match[0].trim()}”, but ${reason}`, risk };
    }
}

interface PromiseKind {
  pattern: RegExp;
  risk?: Risk;
  /** Returns the reason why the shop breaks this promise; null if the shop keeps it. */
  findReason(match: readonly string[], rules: CurrentRules, sentence: string): string | null;
}

const AMOUNT = String.raw`(?:₹|\brs\.?|\binr)\s*([\d,]*\d(?:\.\d+)?)`;

const readRupees = (text = ""): number => (fromRupees(text) ?? 0) / 100;

const THRESHOLD = new RegExp(
  String.raw`\b(?:over|above|from|of|beyond|(?:shipping|delivery) for)\s+${AMOUNT}`,
  "i",
);

const findThreshold = (sentence: string): number => readRupees(THRESHOLD.exec(sentence)?.[1]);

const isOfEveryOrder = (sentence: string): boolean =>
  /\b(?:every|all|any|each|your)\s+(?:\w+\s+)?(?:orders?|purchases?|products?|pieces?)\b|\beverything\b|\b(?:site|store)wide\b/i.test(
    sentence,
  );

const describeCoupon = (coupon: Coupon | null): string => {
  if (coupon === null) return "the shop has no coupon";
  const off = coupon.amount === undefined ? `${coupon.percent ?? 0}%` : formatRoundRupees(coupon.amount);
  return `the coupon takes off ${off}`;
};

const describeDelivery = (rules: Rules): string =>
  `orders take ${formatBusinessDays(getDeliverySpan(rules))}`;

/** Matches a sentence about charges other than the shipping fee within India. */
const ELSEWHERE = /\b(?:abroad|international|outside|returns?(?=.*\b(?:shipping|delivery)\b))\b/i;

/** Matches a fee with GST, which is up to 40 % higher than the fee of the rules. */
const WITH_GST = /\bincl\w*\.? (?:of )?(?:all )?(?:GST|tax)|\b(?:GST|taxes) (?:is |are )?incl/i;

const promises: readonly PromiseKind[] = [
  {
    pattern: new RegExp(String.raw`${AMOUNT}\s+(?:off|discount)\b|\bsave\s+${AMOUNT}`, "i"),
    findReason([, off, saved = off], { coupon, highestReduction }, sentence) {
      const maximum = Math.max(coupon?.amount ?? 0, isOfEveryOrder(sentence) ? 0 : highestReduction);
      return readRupees(saved) <= maximum ? null : describeCoupon(coupon);
    },
  },
  {
    pattern: /\b(\d{1,3})\s*(?:%|per ?cent)\s+(?:off|discount)\b/i,
    findReason([, percent], { coupon, highestDiscount }, sentence) {
      const isOfEach = isOfEveryOrder(sentence);
      if (Number(percent) <= Math.max(coupon?.percent ?? 0, isOfEach ? 0 : highestDiscount)) return null;
      return isOfEach ? describeCoupon(coupon) : `the highest discount of a product is ${highestDiscount}%`;
    },
  },
  {
    pattern: /\b(?:off|discounts?)\b.*\b(?:orders?|purchases?)\b.*/i,
    findReason([phrase = ""], { coupon }, sentence) {
      if (coupon === null)
        return isOfEveryOrder(sentence) && !/\d ?(?:%|per ?cent)? (?:off|discount)/i.test(sentence)
          ? describeCoupon(coupon)
          : null;
      return coupon.from === undefined || findThreshold(phrase) >= coupon.from
        ? null
        : `the coupon only applies to orders from ${formatRoundRupees(coupon.from)}`;
    },
  },
  {
    pattern:
      /\b(?:free (?:shipping|delivery)|(?:shipping|delivery) is free|(?:ships|shipped|delivered) free|no shipping (?:fee|charges?))\b/i,
    risk: "law",
    findReason(_match, { rules: { shippingFee, freeShippingFrom } }, sentence) {
      const from = findThreshold(sentence);
      if (!shippingFee)
        return from > 0 && !ELSEWHERE.test(sentence)
          ? `only above ${formatRoundRupees(from)}; by your rule, shipping is free for every order`
          : null;
      if (freeShippingFrom === undefined) return `shipping costs ${formatRoundRupees(shippingFee)}`;
      return from >= freeShippingFrom ? null : `shipping is free from ${formatRoundRupees(freeShippingFrom)}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<!free )\b(?:shipping|delivery)(?: (?:with)?in India)? (?:costs?|fee is|charges? (?:is|are)|for) ${AMOUNT}`,
      "i",
    ),
    risk: "law",
    findReason([, fee], { rules: { shippingFee = 0 } }, sentence) {
      const highest = WITH_GST.test(sentence) ? shippingFee * 1.4 : shippingFee;
      if ((readRupees(fee) >= shippingFee && readRupees(fee) <= highest) || ELSEWHERE.test(sentence))
        return null;
      return shippingFee === 0 ? "shipping is free" : `shipping costs ${formatRoundRupees(shippingFee)}`;
    },
  },
  {
    pattern: /\b(?:use|with|enter|apply)\s+(?:the\s+|our\s+)?(?:coupon\s+|promo\s+)?code\b/i,
    findReason: () => "the shop has no coupon codes: its coupon applies to every order automatically",
  },
  {
    pattern:
      /\bbuy\s+(?:any\s+)?\w+,?\s+get\b|\bbogo\b|\bfree gifts?\b|\bcash ?back\b|\breward points?\b|\bno[- ]cost EMI\b/i,
    findReason: () => "the shop does not offer that",
  },
  {
    pattern: /(?<!\bno )\b(?:cash on delivery|COD)\b/i,
    findReason: (_match, { rules }) => (rules.cashOnDelivery ? null : "cash on delivery is turned off"),
  },
  {
    pattern:
      /\b(\d+)[- ]days?\b[^.,]*?\b(?:returns?|exchanges?|replacements?)\b|\b(?:returns?|exchanges?|replacements?)\b[^.,]*?\b(?:within|in|for)\s+(\d+)\s+days?\b/i,
    findReason([phrase = "", before, days = before], { rules: { returnWithinDays, replacement } }) {
      if (Number(days) > returnWithinDays)
        return `pieces can be returned within ${formatDays(returnWithinDays)}`;
      return !replacement && /replacement|exchange/i.test(phrase)
        ? "the shop's rules allow no replacements"
        : null;
    },
  },
  {
    pattern: /\b(?:(\d+)[- ]years?|lifetime)\b[^.,]*?\b(?:warranty|guarantee)\b/i,
    findReason([, years = Infinity], { rules: { warrantyYears } }) {
      if (Number(years) <= warrantyYears) return null;
      return warrantyYears === 0
        ? "the shop's rules give no warranty"
        : `the shop's rules give a warranty of ${formatCount(warrantyYears, "year")}`;
    },
  },
  {
    pattern: /\bcancel\w*\b[^.]*?\bwithin\s+(\d+)\s+(hour|day)s?/i,
    findReason: ([, count, unit], { rules: { cancelWithinHours } }) =>
      Number(count) * (unit?.toLowerCase() === "day" ? 24 : 1) <= cancelWithinHours
        ? null
        : `orders can be cancelled within ${formatHours(cancelWithinHours)}`,
  },
  {
    pattern:
      /\b(?:same|next|one|two)[- ]day (?:delivery|shipping|dispatch)\b|\b(?:overnight|express) (?:delivery|shipping)\b/i,
    findReason: (_match, { rules }) => describeDelivery(rules),
  },
  {
    pattern:
      /\b(?:deliver\w*|arrives?)\b[^.,]*?\b(?:in|within)\s+(\d+)(?:\s*(?:–|-|to)\s*(\d+))?\s+(?:business\s+|working\s+)?(hour|day)s?\b/i,
    findReason([, first, last = first, unit], { rules }) {
      const days = Number(last) / (unit?.toLowerCase() === "hour" ? 24 : 1);
      return days >= getDeliverySpan(rules).least ? null : describeDelivery(rules);
    },
  },
];
