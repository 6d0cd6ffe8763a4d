import { links } from "#contract/links.ts";
import type { Rules, DayRange } from "./rules.ts";
import { weekdays } from "./workdays.ts";

const COUNTRY = "IN";

/** `cost` is in rupees with GST, for one piece. */
export const buildShippingFact = (rules: Rules, cost: number, leadDays = 0) => ({
  "@type": "OfferShippingDetails",
  shippingRate: { "@type": "MonetaryAmount", value: cost, currency: "INR" },
  shippingDestination: { "@type": "DefinedRegion", addressCountry: COUNTRY },
  deliveryTime: {
    "@type": "ShippingDeliveryTime",
    businessDays: { "@type": "OpeningHoursSpecification", dayOfWeek: listWorkdays(rules) },
    cutoffTime: `${rules.orderBefore}:00+05:30`,
    handlingTime: buildDays({
      least: rules.dispatchWithinDays.least + leadDays,
      most: rules.dispatchWithinDays.most + leadDays,
    }),
    transitTime: buildDays(rules.deliverWithinDays),
  },
});

interface ReturnTerms {
  rules: Rules;
  /** A discounted product may be replaced but is not refunded. */
  isReduced: boolean;
  absolute: (href: string) => string | null;
}

export const buildReturnFact = ({ rules, isReduced, absolute }: ReturnTerms) => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: COUNTRY,
  returnPolicyCountry: COUNTRY,
  ...(isReduced && !rules.replacement
    ? { returnPolicyCategory: `${SCHEMA}MerchantReturnNotPermitted` }
    : {
        returnPolicyCategory: `${SCHEMA}MerchantReturnFiniteReturnWindow`,
        merchantReturnDays: rules.returnWithinDays,
        returnMethod: `${SCHEMA}ReturnByMail`,
        returnFees: `${SCHEMA}FreeReturn`,
        refundType: [
          ...(isReduced ? [] : [`${SCHEMA}FullRefund`]),
          ...(rules.replacement ? [`${SCHEMA}ExchangeRefund`] : []),
        ],
      }),
  merchantReturnLink: absolute(links.refundPolicy),
});

const SCHEMA = "https://schema.org/";

const buildDays = ({ least, most }: DayRange) => ({
  "@type": "QuantitativeValue",
  minValue: least,
  maxValue: most,
  unitCode: "DAY",
});

const listWorkdays = ({ workdays }: Rules): string[] =>
  weekdays.flatMap((name, weekday) => (workdays.includes(weekday) ? SCHEMA + name : []));
