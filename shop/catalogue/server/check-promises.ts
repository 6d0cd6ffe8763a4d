import { formatRoundRupees, fromRupees } from "#contract/money.ts";
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

export interface CurrentRules {
  coupon: Coupon | null;
  rules: Rules;
  highestDiscount: number;
  highestReduction: number;
}

export function* listBrokenPromises(text: string, rules: CurrentRules): Generator<string> {
  for (const sentence of text.split(/(?<=[.!?])(?<!\brs\.)\s+|\n/i))
    for (const find of promises) {
      const broken = find(sentence, rules);
      if (broken !== null) yield broken;
    }
}

type FindBrokenPromise = (sentence: string, rules: CurrentRules) => string | null;

const AMOUNT = String.raw`(?:₹|\brs\.?|\binr)\s*([\d,]+(?:\.\d+)?)`;

const readRupees = (text: string | undefined): number => (fromRupees(text ?? "") ?? 0) / 100;

const broken = (phrase: string, reason: string): string => `promises "${phrase.trim()}", but ${reason}`;

const findThreshold = (sentence: string): number =>
  readRupees(new RegExp(String.raw`\b(?:over|above|from|of|beyond)\s+${AMOUNT}`, "i").exec(sentence)?.[1]);

const isOfEveryOrder = (sentence: string): boolean =>
  /\b(?:every|all|any|each|your)\s+(?:\w+\s+)?(?:orders?|purchases?|products?|pieces?)\b|\beverything\b|\b(?:site|store)wide\b/i.test(
    sentence,
  );

const promises: readonly FindBrokenPromise[] = [
  findBrokenAmount,
  findBrokenPercent,
  findBrokenThreshold,
  findBrokenShipping,
  (sentence) => {
    const [phrase] =
      /\b(?:use|with|enter|apply)\s+(?:the\s+|our\s+)?(?:coupon\s+|promo\s+)?code\b/i.exec(sentence) ?? [];
    return phrase === undefined
      ? null
      : broken(phrase, "the shop has no coupon codes: its coupon applies to every order automatically");
  },
  (sentence) => {
    const [phrase] =
      /\bbuy\s+(?:any\s+)?\w+,?\s+get\b|\bbogo\b|\bfree gifts?\b|\bcash ?back\b|\breward points?\b|\bno[- ]cost EMI\b/i.exec(
        sentence,
      ) ?? [];
    return phrase === undefined ? null : broken(phrase, "the shop does not offer that");
  },
  (sentence, { rules }) => {
    const [phrase] = /(?<!\bno )\b(?:cash on delivery|COD)\b/i.exec(sentence) ?? [];
    return phrase === undefined || rules.cashOnDelivery
      ? null
      : broken(phrase, "cash on delivery is turned off");
  },
  findBrokenReturns,
  findBrokenWarranty,
  (sentence, { rules }) => {
    const [phrase, count, unit] = /\bcancel\w*\b[^.]*?\bwithin\s+(\d+)\s+(hour|day)s?/i.exec(sentence) ?? [];
    const hours = (parseCount(count ?? "") ?? 0) * (unit?.toLowerCase() === "day" ? 24 : 1);
    return phrase === undefined || hours <= rules.cancelWithinHours
      ? null
      : broken(phrase, `orders can be cancelled within ${formatHours(rules.cancelWithinHours)}`);
  },
  findBrokenDelivery,
];

function findBrokenAmount(sentence: string, { coupon, highestReduction }: CurrentRules): string | null {
  const match =
    new RegExp(String.raw`${AMOUNT}\s+(?:off|discount)\b`, "i").exec(sentence) ??
    new RegExp(String.raw`\bsave\s+${AMOUNT}`, "i").exec(sentence);
  if (!match) return null;
  const maximum = Math.max(coupon?.amount ?? 0, isOfEveryOrder(sentence) ? 0 : highestReduction);
  return readRupees(match[1]) <= maximum ? null : broken(match[0], describeCoupon(coupon));
}

function findBrokenPercent(sentence: string, { coupon, highestDiscount }: CurrentRules): string | null {
  const match = /\b(\d{1,3})\s*(?:%|per ?cent)\s+(?:off|discount)\b/i.exec(sentence);
  if (!match) return null;
  const isOfEach = isOfEveryOrder(sentence);
  const maximum = Math.max(coupon?.percent ?? 0, isOfEach ? 0 : highestDiscount);
  if ((parseCount(match[1] ?? "") ?? 0) <= maximum) return null;
  return broken(
    match[0],
    isOfEach ? describeCoupon(coupon) : `the highest discount of a product is ${highestDiscount}%`,
  );
}

function findBrokenThreshold(sentence: string, { coupon }: CurrentRules): string | null {
  const [phrase] = /\b(?:off|discounts?)\b.*\b(?:orders?|purchases?)\b.*/i.exec(sentence) ?? [];
  if (phrase === undefined || coupon?.from === undefined) return null;
  return findThreshold(phrase) >= coupon.from
    ? null
    : broken(phrase, `the coupon only applies to orders from ${formatRoundRupees(coupon.from)}`);
}

const describeCoupon = (coupon: Coupon | null): string => {
  if (coupon === null) return "the shop has no coupon";
  const off = coupon.amount === undefined ? `${coupon.percent ?? 0}%` : formatRoundRupees(coupon.amount);
  return `the coupon takes off ${off}`;
};

function findBrokenShipping(sentence: string, { rules }: CurrentRules): string | null {
  const [phrase] =
    /\b(?:free (?:shipping|delivery)|(?:shipping|delivery) is free|(?:ships|shipped|delivered) free|no shipping (?:fee|charges?))\b/i.exec(
      sentence,
    ) ?? [];
  if (phrase === undefined || !rules.shippingFee) return null;
  const { freeShippingFrom } = rules;
  if (freeShippingFrom === undefined)
    return broken(phrase, `shipping costs ${formatRoundRupees(rules.shippingFee)}`);
  return findThreshold(sentence) >= freeShippingFrom
    ? null
    : broken(phrase, `shipping is free from ${formatRoundRupees(freeShippingFrom)}`);
}

function findBrokenReturns(sentence: string, { rules }: CurrentRules): string | null {
  const match =
    /\b(\d+)[- ]days?\b[^.,]*?\b(?:returns?|exchanges?|replacements?)\b/i.exec(sentence) ??
    /\b(?:returns?|exchanges?|replacements?)\b[^.,]*?\b(?:within|in|for)\s+(\d+)\s+days?\b/i.exec(sentence);
  if (!match) return null;
  if ((parseCount(match[1] ?? "") ?? 0) > rules.returnWithinDays)
    return broken(match[0], `pieces can be returned within ${formatDays(rules.returnWithinDays)}`);
  return !rules.replacement && /replacement|exchange/i.test(match[0])
    ? broken(match[0], "the shop's rules allow no replacements")
    : null;
}

function findBrokenWarranty(sentence: string, { rules: { warrantyYears } }: CurrentRules): string | null {
  const [phrase, years] =
    /\b(?:(\d+)[- ]years?|lifetime)\b[^.,]*?\b(?:warranty|guarantee)\b/i.exec(sentence) ?? [];
  if (phrase === undefined || (parseCount(years ?? "") ?? Infinity) <= warrantyYears) return null;
  return broken(
    phrase,
    warrantyYears === 0
      ? "the shop's rules give no warranty"
      : `the shop's rules give a warranty of ${formatCount(warrantyYears, "year")}`,
  );
}

function findBrokenDelivery(sentence: string, { rules }: CurrentRules): string | null {
  const deliverySpan = getDeliverySpan(rules);
  const reason = `orders take ${formatBusinessDays(deliverySpan)}`;
  const [express] =
    /\b(?:same|next|one|two)[- ]day (?:delivery|shipping|dispatch)\b|\b(?:overnight|express) (?:delivery|shipping)\b/i.exec(
      sentence,
    ) ?? [];
  if (express !== undefined) return broken(express, reason);
  const [phrase, count, last = count, unit] =
    /\b(?:deliver\w*|arrives?)\b[^.,]*?\b(?:in|within)\s+(\d+)(?:\s*(?:–|-|to)\s*(\d+))?\s+(?:business\s+|working\s+)?(hour|day)s?\b/i.exec(
      sentence,
    ) ?? [];
  if (phrase === undefined) return null;
  const days = (parseCount(last ?? "") ?? 0) / (unit?.toLowerCase() === "hour" ? 24 : 1);
  return days >= deliverySpan.least ? null : broken(phrase, reason);
}
