import { links } from "#contract/links.ts";
import type { Span } from "./policy.ts";
import { RETURN_WITHIN_DAYS } from "./return-window.ts";
import { CUT_OFF_HOUR, isBusinessWeekday, ON_THE_WAY, PROCESSING } from "./shipping-times.ts";

const COUNTRY = "IN";

/** Price and time of delivery within India, for search engines. Shipping is free everywhere (D9). */
export const buildShippingFact = () => ({
  "@type": "OfferShippingDetails",
  shippingRate: { "@type": "MonetaryAmount", value: 0, currency: "INR" },
  shippingDestination: { "@type": "DefinedRegion", addressCountry: COUNTRY },
  deliveryTime: {
    "@type": "ShippingDeliveryTime",
    businessDays: { "@type": "OpeningHoursSpecification", dayOfWeek: businessDayNames },
    cutoffTime: `${CUT_OFF_HOUR}:00:00+05:30`,
    handlingTime: buildDays(PROCESSING),
    transitTime: buildDays(ON_THE_WAY.domestic),
  },
});

interface ReturnTerms {
  /** Its price is lowered: such a piece is replaced, but not refunded. */
  isReduced: boolean;
  absolute: (href: string) => string | null;
}

/** How a piece can be sent back, for search engines; the policy page has the whole of it. */
export const buildReturnFact = ({ isReduced, absolute }: ReturnTerms) => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: COUNTRY,
  returnPolicyCountry: COUNTRY,
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: RETURN_WITHIN_DAYS,
  returnMethod: "https://schema.org/ReturnByMail",
  returnFees: "https://schema.org/FreeReturn",
  refundType: (isReduced ? ["ExchangeRefund"] : ["FullRefund", "ExchangeRefund"]).map(
    (type) => `https://schema.org/${type}`,
  ),
  merchantReturnLink: absolute(links.refundPolicy),
});

const buildDays = ({ least, most }: Span) => ({
  "@type": "QuantitativeValue",
  minValue: least,
  maxValue: most,
  unitCode: "DAY",
});

const businessDayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  .filter((_name, weekday) => isBusinessWeekday(weekday))
  .map((name) => `https://schema.org/${name}`);
