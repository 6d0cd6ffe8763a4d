import * as v from "valibot";
import { filledText } from "#platform/storage/owner-file.ts";
import { formatCount } from "#contract/text.ts";
import { getOwn } from "#contract/read.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { formatBusinessDays, formatDays, formatHours, formatSpan, type Rules } from "#shop/policies/rules.ts";
import {
  describeRestDays,
  formatFreeFrom,
  writeCashRefunds,
  writePayment,
  writeReducedTerms,
  writeRefundWay,
  writeShippingCharges,
  writeShippingOffer,
  writeShippingRefunds,
  writeShippingTitle,
} from "#shop/policies/sentences.ts";
import { formatWorkdays } from "#shop/policies/workdays.ts";
import { getCoupon } from "#shop/pricing/coupon.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { describeUnknownValue } from "../text.ts";

export interface ShopFacts {
  seller: Seller | null;
  taxRates: TaxRates;
  rules: Rules;
}

/** All fields that a text can contain, and their values. A paragraph or list item with an empty field is left out. */
const fields = {
  shop: ({ seller }) => getName(seller),
  email: ({ seller }) => seller?.email ?? "",
  phone: ({ seller }) => seller?.phone ?? "",
  "write-us": ({ seller }) => `write to ${seller ? seller.email : "us through our contact page"}`,
  courts: ({ seller }) => `the courts of ${seller?.jurisdictionCity ?? "the city of our registered office"}`,
  "grievance-contact": ({ seller }) => {
    const officer = seller?.grievanceOfficer;
    if (officer) return `${officer.name}, our grievance officer: ${officer.email}, ${officer.phone}`;
    return `us ${seller ? `at ${seller.email}` : "through our contact page"}`;
  },
  // This explanation is only true of the default name.
  "name-meaning": ({ seller }) => (getName(seller) === DEFAULT_NAME ? "Taru is Sanskrit for tree." : ""),
  cgst: ({ taxRates }) => `${taxRates.cgst}%`,
  sgst: ({ taxRates }) => `${taxRates.sgst}%`,
  taxes: ({ taxRates: { cgst, sgst, isVaried } }) =>
    isVaried ? "CGST and SGST at the rate of each product" : `CGST of ${cgst}% and SGST of ${sgst}%`,
  shipping: ({ rules }) => writeShippingCharges(rules),
  payment: ({ rules }) => writePayment(rules),
  "refund-way": ({ rules }) => writeRefundWay(rules),
  "cash-refunds": ({ rules }) => writeCashRefunds(rules),
  "shipping-refunds": ({ rules }) => writeShippingRefunds(rules),
  "reduced-terms": ({ rules, taxRates }) => writeReducedTerms(rules, getCoupon(taxRates) !== null),
  "shipping-title": ({ rules }) => writeShippingTitle(rules),
  "shipping-offer": ({ rules }) => writeShippingOffer(rules),
  "free-shipping-from": ({ rules }) => formatFreeFrom(rules),
  "cancellation-window": ({ rules }) => formatHours(rules.cancelWithinHours),
  "answer-time": ({ rules }) => formatHours(rules.answerWithinHours),
  "report-window": ({ rules }) => formatHours(rules.reportDamageWithinHours),
  "report-hours": ({ rules }) => String(rules.reportDamageWithinHours),
  "return-window": ({ rules }) => formatDays(rules.returnWithinDays),
  "return-days": ({ rules }) => String(rules.returnWithinDays),
  "reply-time": ({ rules }) => formatBusinessDays(rules.replyWithinDays),
  "reply-days": ({ rules }) => formatSpan(rules.replyWithinDays),
  "refund-time": ({ rules }) => formatBusinessDays(rules.refundWithinDays),
  "refund-days": ({ rules }) => formatSpan(rules.refundWithinDays),
  replacement: ({ rules }) => (rules.replacement ? "once" : ""),
  warranty: ({ rules }) => (rules.warrantyYears > 0 ? `${rules.warrantyYears} year` : ""),
  "warranty-time": ({ rules: { warrantyYears: years } }) =>
    years === 1 ? "a year" : years > 1 ? `${years} years` : "",
  "credit-note-life": ({ rules }) => formatCount(rules.creditNoteMonths, "month"),
  "processing-time": ({ rules }) => formatBusinessDays(rules.dispatchWithinDays),
  "processing-days": ({ rules }) => formatSpan(rules.dispatchWithinDays),
  "delivery-time": ({ rules }) => formatBusinessDays(rules.deliverWithinDays),
  "delivery-days": ({ rules }) => formatSpan(rules.deliverWithinDays),
  "delivery-abroad-time": ({ rules }) => formatBusinessDays(rules.deliverAbroadWithinDays),
  "delivery-abroad-days": ({ rules }) => formatSpan(rules.deliverAbroadWithinDays),
  "order-before": ({ rules }) => rules.orderBefore,
  "business-days": ({ rules }) => formatWorkdays(rules),
  "rest-days": ({ rules }) => describeRestDays(rules),
} satisfies Record<string, (facts: ShopFacts) => string>;

export const SHOP_FIELDS: readonly string[] = Object.keys(fields);

export type FieldValues = Readonly<Record<string, string>>;

const getName = (seller: Seller | null): string => seller?.tradeName ?? DEFAULT_NAME;

export const listFields = (facts: ShopFacts): FieldValues =>
  Object.fromEntries(Object.entries(fields).map(([name, write]) => [name, write(facts)]));

const FIELD = /\{\{\s*([a-z0-9-]+)\s*\}\}/g;

/** Replaces the fields in `text`. Returns null if a field is empty, so that no incomplete sentence is shown. */
export function fillWords(text: string, values: FieldValues): string | null {
  let isWhole = true;
  const result = text.replaceAll(FIELD, (_field, name: string) => {
    const value = getOwn(values, name) ?? "";
    if (value === "") isWhole = false;
    return value;
  });
  return isWhole ? result : null;
}

export function listUnknownFields(text: string, knownFields: readonly string[]): string[] {
  const unknown = [...text.matchAll(FIELD)]
    .map(([, name = ""]) => name)
    .filter((name) => !knownFields.includes(name))
    .map(describeUnknownValue);
  return /\{\{|\}\}/.test(text.replaceAll(FIELD, ""))
    ? [...unknown, "contains {{ or }} without a value. Remove them."]
    : unknown;
}

export const wordsWithFields = () =>
  v.pipe(
    filledText(),
    v.check(
      (text) => listUnknownFields(text, SHOP_FIELDS).length === 0,
      ({ input }) => listUnknownFields(input, SHOP_FIELDS).join(" "),
    ),
  );
