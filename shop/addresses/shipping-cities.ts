import { SHOP_LOCALE } from "#contract/locale.ts";
import { listIndianStates } from "./indian-states.ts";

export const SHIPPING_COUNTRY = "India";

/** The delivery area that the owner has set: all of India, or these states; undefined for the places of §9 (D117). */
export type DeliverTo = "India" | readonly string[] | undefined;

/** The cities the checkout ships to, by state (§9). */
const shippingCities: Readonly<Record<string, readonly string[]>> = {
  Maharashtra: ["Mumbai", "Pune", "Nagpur"],
  Gujarat: ["Ahmedabad", "Surat", "Vadodara"],
  Karnataka: ["Bengaluru", "Mysuru", "Mangaluru"],
  Delhi: ["New Delhi"],
};

/** The states to choose from; a saved one outside the list is offered as well (D62). */
export const listStates = (deliverTo: DeliverTo, saved?: string): string[] =>
  withExtra(listDeliveredStates(deliverTo), saved);

export const listDeliveredStates = (deliverTo: DeliverTo): readonly string[] =>
  deliverTo === "India" ? listIndianStates(undefined) : (deliverTo ?? Object.keys(shippingCities));

/**
 * The cities of a state; a saved one outside the list is offered as well (D62). With a delivery area of the owner, the
 * cities are only suggestions.
 */
export const listCities = (state: string, saved?: string): string[] =>
  withExtra(shippingCities[state] ?? [], saved);

/** Returns the hint for customers of other states; null if the shop delivers everywhere. */
export const describeStates = (deliverTo: DeliverTo): string | null =>
  deliverTo === "India"
    ? null
    : `We deliver to ${new Intl.ListFormat(SHOP_LOCALE).format(listDeliveredStates(deliverTo))}. Somewhere else in India?`;

/** Returns the hint at registration for customers of other states. */
export const describeRegistrationState = (state: string): string =>
  `Accounts begin with an address in ${state}. You can ship to ${new Intl.ListFormat(SHOP_LOCALE).format(
    listDeliveredStates(undefined).filter((other) => other !== state),
  )} too: choose the state at checkout. Somewhere else in India?`;

const withExtra = (list: readonly string[], extra?: string) =>
  extra && !list.includes(extra) ? [...list, extra] : [...list];
