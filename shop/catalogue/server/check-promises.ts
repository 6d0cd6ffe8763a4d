import { formatRoundRupees, fromRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import {
  formatDays,
  formatHours,
  getDeliverySpan,
  formatBusinessDays,
  type Rules,
} from "#shop/policies/rules.ts";
import type { Coupon } from "#shop/pricing/coupon.ts";

export interface CurrentRules {
  coupon: Coupon | null;
  rules: Rules;
  highestDiscount: number;
  highestReduction: number;
}

export function* listBrokenPromises(text: string, rules: CurrentRules): Generator<string> {
  for (const sentence of text.split(/(?<=[.!?])(?<!\brs\.)\s+|\n/i))
    for (const { pattern, findReason } of promises) {
      const match = pattern.exec(sentence);
      const reason = match && findReason(match, rules, sentence);
      if (match && reason !== null) yield `promises "${match[0].trim()}", but ${reason}`;
    }
}

interface PromiseKind {
  pattern: RegExp;
  /** Returns the reason why the shop breaks this promise; null if the shop keeps it. */
  findReason(match: readonly string[], rules: CurrentRules, sentence: string): string | null;
}

const AMOUNT = String.raw`(?:₹|\brs\.?|\binr)\s*([\d,]+(?:\.\d+)?)`;

const readRupees = (text = ""): number => (fromRupees(text) ?? 0) / 100;

const findThreshold = (sentence: string): number =>
  readRupees(new RegExp(String.raw`\b(?:over|above|from|of|beyond)\s+${AMOUNT}`, "i").exec(sentence)?.[1]);

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
    findReason: ([phrase = ""], { coupon }) =>
      coupon?.from === undefined || findThreshold(phrase) >= coupon.from
        ? null
        : `the coupon only applies to orders from ${formatRoundRupees(coupon.from)}`,
  },
  {
    pattern:
      /\b(?:free (?:shipping|delivery)|(?:shipping|delivery) is free|(?:ships|shipped|delivered) free|no shipping (?:fee|charges?))\b/i,
    findReason(_match, { rules: { shippingFee, freeShippingFrom } }, sentence) {
      if (!shippingFee) return null;
      if (freeShippingFrom === undefined) return `shipping costs ${formatRoundRupees(shippingFee)}`;
      return findThreshold(sentence) >= freeShippingFrom
        ? null
        : `shipping is free from ${formatRoundRupees(freeShippingFrom)}`;
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
