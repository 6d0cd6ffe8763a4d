export const SHIPPING_COUNTRY = "India";

/** The cities the checkout ships to, by state (§9). */
const shippingCities: Readonly<Record<string, readonly string[]>> = {
  Maharashtra: ["Mumbai", "Pune", "Nagpur"],
  Gujarat: ["Ahmedabad", "Surat", "Vadodara"],
  Karnataka: ["Bengaluru", "Mysuru", "Mangaluru"],
  Delhi: ["New Delhi"],
};

/** The states to choose from; a saved one outside the list is offered as well (D62). */
export const listStates = (saved?: string): string[] => withExtra(Object.keys(shippingCities), saved);

/** The cities of a state; a saved one outside the list is offered as well (D62). */
export const listCities = (state: string, saved?: string): string[] =>
  withExtra(shippingCities[state] ?? [], saved);

const withExtra = (list: readonly string[], extra?: string) =>
  extra && !list.includes(extra) ? [...list, extra] : [...list];
