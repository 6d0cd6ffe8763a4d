import { fromRupees } from "#contract/money.ts";
import { parseCount } from "#contract/number.ts";
import { formatCount } from "#contract/text.ts";
import {
  formatDays,
  formatHours,
  getDeliverySpan,
  formatBusinessDays,
  type Rules,
} from "#shop/policies/rules.ts";
import type { Coupon } from "#shop/pricing/coupon.ts";

/** The rules that the shop applies. */
export interface GivenRules {
  coupon: Coupon | null;
  rules: Rules;
  /** The highest discount of a visible product, in whole percent. */
  highestDiscount: number;
  /** The largest price reduction of a visible product, in rupees. */
  highestReduction: number;
}

/** Lists promises in an offer's text that no rule fulfils, as findings. */
export function* listBrokenPromises(text: string, given: GivenRules): Generator<string> {
  for (const sentence of text.split(/(?<=[.!?])(?<!\brs\.)\s+|\n/i))
    for (const find of promises) {
      const broken = find(sentence, given);
      if (broken !== null) yield broken;
    }
}

type FindBroken = (sentence: string, given: GivenRules) => string | null;

const AMOUNT = String.raw`(?:₹|\brs\.?|\binr)\s*([\d,]+(?:\.\d+)?)`;

const readRupees = (written: string | undefined): number => (fromRupees(written ?? "") ?? 0) / 100;

const broken = (words: string, reason: string): string => `promises "${words.trim()}", but ${reason}`;

/** The order amount from which a sentence promises something; 0 if it promises it for every order. */
const findThreshold = (sentence: string): number =>
  readRupees(new RegExp(String.raw`\b(?:over|above|from|of|beyond)\s+${AMOUNT}`, "i").exec(sentence)?.[1]);

const isOfEveryOrder = (sentence: string): boolean =>
  /\b(?:every|all|any|each|your)\s+(?:\w+\s+)?(?:orders?|purchases?|products?|pieces?)\b|\beverything\b|\b(?:site|store)wide\b/i.test(
    sentence,
  );

const promises: readonly FindBroken[] = [
  findBrokenAmount,
  findBrokenPercent,
  findBrokenThreshold,
  findBrokenShipping,
  (sentence) => {
    const [words] =
      /\b(?:use|with|enter|apply)\s+(?:the\s+|our\s+)?(?:coupon\s+|promo\s+)?code\b/i.exec(sentence) ?? [];
    return words === undefined
      ? null
      : broken(words, "the shop has no codes: its coupon is taken off by itself");
  },
  (sentence) => {
    const [words] =
      /\bbuy\s+(?:any\s+)?\w+,?\s+get\b|\bbogo\b|\bfree gifts?\b|\bcash ?back\b|\breward points?\b|\bno[- ]cost EMI\b/i.exec(
        sentence,
      ) ?? [];
    return words === undefined ? null : broken(words, "no rule of the shop gives that");
  },
  (sentence, { rules }) => {
    const [words] = /(?<!\bno )\b(?:cash on delivery|COD)\b/i.exec(sentence) ?? [];
    return words === undefined || rules.cashOnDelivery
      ? null
      : broken(words, "the shop takes no cash: rules.json has no cashOnDelivery");
  },
  findBrokenReturns,
  findBrokenWarranty,
  (sentence, { rules }) => {
    const [words, count, unit] = /\bcancel\w*\b[^.]*?\bwithin\s+(\d+)\s+(hour|day)s?/i.exec(sentence) ?? [];
    const hours = (parseCount(count ?? "") ?? 0) * (unit?.toLowerCase() === "day" ? 24 : 1);
    return words === undefined || hours <= rules.cancelWithinHours
      ? null
      : broken(words, `orders can be cancelled within ${formatHours(rules.cancelWithinHours)}`);
  },
  findBrokenDelivery,
];

function findBrokenAmount(sentence: string, { coupon, highestReduction }: GivenRules): string | null {
  const found =
    new RegExp(String.raw`${AMOUNT}\s+(?:off|discount)\b`, "i").exec(sentence) ??
    new RegExp(String.raw`\bsave\s+${AMOUNT}`, "i").exec(sentence);
  if (!found) return null;
  const most = Math.max(coupon?.amount ?? 0, isOfEveryOrder(sentence) ? 0 : highestReduction);
  return readRupees(found[1]) <= most ? null : broken(found[0], describeCoupon(coupon));
}

function findBrokenPercent(sentence: string, { coupon, highestDiscount }: GivenRules): string | null {
  const found = /\b(\d{1,3})\s*(?:%|per ?cent)\s+(?:off|discount)\b/i.exec(sentence);
  if (!found) return null;
  const isOfEach = isOfEveryOrder(sentence);
  const most = Math.max(coupon?.percent ?? 0, isOfEach ? 0 : highestDiscount);
  if ((parseCount(found[1] ?? "") ?? 0) <= most) return null;
  return broken(
    found[0],
    isOfEach ? describeCoupon(coupon) : `the highest discount of a product is ${highestDiscount}%`,
  );
}

/** Finds a promised discount for orders below the amount from which the coupon applies. */
function findBrokenThreshold(sentence: string, { coupon }: GivenRules): string | null {
  const [words] = /\b(?:off|discounts?)\b.*\b(?:orders?|purchases?)\b.*/i.exec(sentence) ?? [];
  if (words === undefined || coupon?.from === undefined) return null;
  return findThreshold(words) >= coupon.from
    ? null
    : broken(words, `the coupon is given from ₹${coupon.from}`);
}

const describeCoupon = (coupon: Coupon | null): string => {
  if (coupon === null) return "the shop has no coupon";
  const off = coupon.amount === undefined ? `${coupon.percent ?? 0}%` : `₹${coupon.amount}`;
  return `the coupon takes off ${off}`;
};

function findBrokenShipping(sentence: string, { rules }: GivenRules): string | null {
  const [words] =
    /\b(?:free (?:shipping|delivery)|(?:shipping|delivery) is free|(?:ships|shipped|delivered) free|no shipping (?:fee|charges?))\b/i.exec(
      sentence,
    ) ?? [];
  if (words === undefined || !rules.shippingFee) return null;
  const { freeShippingFrom } = rules;
  if (freeShippingFrom === undefined) return broken(words, `shipping costs ₹${rules.shippingFee}`);
  return findThreshold(sentence) >= freeShippingFrom
    ? null
    : broken(words, `shipping is free from ₹${freeShippingFrom}`);
}

function findBrokenReturns(sentence: string, { rules }: GivenRules): string | null {
  const found =
    /\b(\d+)[- ]days?\b[^.,]*?\b(?:returns?|exchanges?|replacements?)\b/i.exec(sentence) ??
    /\b(?:returns?|exchanges?|replacements?)\b[^.,]*?\b(?:within|in|for)\s+(\d+)\s+days?\b/i.exec(sentence);
  if (!found) return null;
  if ((parseCount(found[1] ?? "") ?? 0) > rules.returnWithinDays)
    return broken(found[0], `pieces can be returned within ${formatDays(rules.returnWithinDays)}`);
  return !rules.replacement && /replacement|exchange/i.test(found[0])
    ? broken(found[0], "the rules give no replacement")
    : null;
}

function findBrokenWarranty(sentence: string, { rules: { warrantyYears } }: GivenRules): string | null {
  const [words, years] =
    /\b(?:(\d+)[- ]years?|lifetime)\b[^.,]*?\b(?:warranty|guarantee)\b/i.exec(sentence) ?? [];
  if (words === undefined || (parseCount(years ?? "") ?? Infinity) <= warrantyYears) return null;
  return broken(
    words,
    warrantyYears === 0
      ? "the rules give no warranty"
      : `the rules give ${formatCount(warrantyYears, "year")} of warranty`,
  );
}

function findBrokenDelivery(sentence: string, { rules }: GivenRules): string | null {
  const usual = getDeliverySpan(rules);
  const reason = `orders take ${formatBusinessDays(usual)}`;
  const [express] =
    /\b(?:same|next|one|two)[- ]day (?:delivery|shipping|dispatch)\b|\b(?:overnight|express) (?:delivery|shipping)\b/i.exec(
      sentence,
    ) ?? [];
  if (express !== undefined) return broken(express, reason);
  const [words, count, last = count, unit] =
    /\b(?:deliver\w*|arrives?)\b[^.,]*?\b(?:in|within)\s+(\d+)(?:\s*(?:–|-|to)\s*(\d+))?\s+(?:business\s+|working\s+)?(hour|day)s?\b/i.exec(
      sentence,
    ) ?? [];
  if (words === undefined) return null;
  const days = (parseCount(last ?? "") ?? 0) / (unit?.toLowerCase() === "hour" ? 24 : 1);
  return days >= usual.least ? null : broken(words, reason);
}
