import { formatLongDate } from "#contract/dates.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";

/** Since when the policies read as they do. Change it with them. */
const IN_FORCE_SINCE = "2026-11-20";

/** A policy as it is read: what it comes to, then its sections in order. */
export interface Policy {
  title: string;
  lead: string;
  /** The numbers a shopper looks for first. */
  facts: readonly { figure: string; label: string }[];
  sections: readonly PolicySection[];
}

export interface PolicySection {
  /** What a link to this section ends in. */
  id: string;
  title: string;
  text: readonly string[];
  points?: readonly string[];
}

/** What the policies say of the seller; null is what the owner has not filled in yet. */
export interface PolicySeller {
  tradeName: string;
  email: string | null;
  jurisdictionCity: string | null;
  /** What is added in the cart (D8). */
  taxRates: TaxRates;
}

/** From so many to so many, both included. */
export interface Span {
  least: number;
  most: number;
}

/** `2–3 business days` */
export const formatBusinessDays = (span: Span): string => `${formatSpan(span)} business days`;

/** `2–3` */
export const formatSpan = ({ least, most }: Span): string => `${least}–${most}`;

/** `20 November 2026` */
export const formatInForceSince = (): string => formatLongDate(new Date(IN_FORCE_SINCE));

/** Where to write; without an address of the shop, its contact page is the way. */
export const writeTo = ({ email }: Pick<PolicySeller, "email">): string =>
  email === null ? "write to us through our contact page" : `write to ${email}`;
