import { formatDay } from "#contract/dates.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import type { Rules } from "./rules.ts";

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
  /** Fragment of a link to this section. */
  id: string;
  title: string;
  text: readonly string[];
  points?: readonly string[];
}

/** Facts about the seller in the policies; null where the owner has not filled them in yet. */
export interface PolicySeller {
  tradeName: string;
  email: string | null;
  jurisdictionCity: string | null;
  /** Tax rates added in the cart (D8). */
  taxRates: TaxRates;
  rules: Rules;
}

/** `20 Nov 2026` */
export const formatInForceSince = (): string => formatDay(new Date(IN_FORCE_SINCE));

/** Address to write to; without one of the shop, its contact page. */
export const writeTo = ({ email }: Pick<PolicySeller, "email">): string =>
  email === null ? "write to us through our contact page" : `write to ${email}`;
