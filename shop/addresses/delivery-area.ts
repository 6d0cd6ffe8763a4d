import { SHOP_LOCALE } from "#contract/locale.ts";
import { getOwn } from "#contract/read.ts";
import { listIndianStates } from "./indian-states.ts";

export const SHIPPING_COUNTRY = "India";

/** The area of delivery: all of India, or a list of states. Undefined means the default of §9 (D117). */
export type DeliveryArea = "India" | readonly string[] | undefined;

const standardCities: Readonly<Record<string, readonly string[]>> = {
  Maharashtra: ["Mumbai", "Pune", "Nagpur"],
  Gujarat: ["Ahmedabad", "Surat", "Vadodara"],
  Karnataka: ["Bengaluru", "Mysuru", "Mangaluru"],
  Delhi: ["New Delhi"],
};

/** Lists the states to choose from. Adds the saved state if it is not in the list (D62). */
export const listStates = (deliverTo: DeliveryArea, saved?: string): string[] =>
  withExtra(listDeliveredStates(deliverTo), saved);

export const listDeliveredStates = (deliverTo: DeliveryArea): readonly string[] =>
  deliverTo === "India" ? listIndianStates(undefined) : (deliverTo ?? Object.keys(standardCities));

/** Lists the cities of a state and the saved city (D62). If the owner has set the area, these are suggestions. */
export const listCities = (state: string, saved?: string): string[] =>
  withExtra(getOwn(standardCities, state) ?? [], saved);

export const describeStates = (deliverTo: DeliveryArea): string | null =>
  deliverTo === "India"
    ? null
    : `We deliver to ${new Intl.ListFormat(SHOP_LOCALE).format(listDeliveredStates(deliverTo))}. Somewhere else in India?`;

/** Explains that customers can register in one state only, and to which other states they can ship. */
export const describeRegistrationState = (state: string): string =>
  `Accounts begin with an address in ${state}. You can ship to ${new Intl.ListFormat(SHOP_LOCALE).format(
    listDeliveredStates(undefined).filter((other) => other !== state),
  )} too: choose the state at checkout. Somewhere else in India?`;

const withExtra = (list: readonly string[], extra?: string) =>
  extra && !list.includes(extra) ? [...list, extra] : [...list];
