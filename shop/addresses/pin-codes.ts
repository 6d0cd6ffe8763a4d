import * as v from "valibot";

/** Whether a zip code has the form of an Indian PIN: six digits, not beginning with 0. Hinted at, never required (D64). */
export const isPinCode = (zipCode: string): boolean => /^[1-9]\d{5}$/.test(zipCode.trim());

/**
 * The first two digits of the PINs of each state, by the postal circles. Where a circle serves several states, or a
 * border has moved, a state has all that its post offices use: a true address is never refused.
 */
const firstDigits: Readonly<Record<string, string>> = {
  "Andaman and Nicobar Islands": "74",
  "Andhra Pradesh": "50 51 52 53",
  "Arunachal Pradesh": "78 79",
  Assam: "78 79",
  Bihar: "80 81 82 84 85",
  Chandigarh: "14 16",
  Chhattisgarh: "49",
  "Dadra and Nagar Haveli and Daman and Diu": "36 39",
  Delhi: "11",
  Goa: "40",
  Gujarat: "36 37 38 39",
  Haryana: "12 13",
  "Himachal Pradesh": "17",
  "Jammu and Kashmir": "18 19",
  Jharkhand: "81 82 83",
  Karnataka: "56 57 58 59",
  Kerala: "67 68 69",
  Ladakh: "19",
  Lakshadweep: "67 68",
  "Madhya Pradesh": "45 46 47 48 49",
  Maharashtra: "40 41 42 43 44",
  Manipur: "78 79",
  Meghalaya: "78 79",
  Mizoram: "78 79",
  Nagaland: "78 79",
  Odisha: "75 76 77",
  Puducherry: "53 60 67",
  Punjab: "14 15 16",
  Rajasthan: "30 31 32 33 34",
  Sikkim: "73",
  "Tamil Nadu": "60 61 62 63 64",
  Telangana: "50 51 52 53",
  Tripura: "78 79",
  "Uttar Pradesh": "20 21 22 23 24 25 26 27 28",
  Uttarakhand: "24 26",
  "West Bengal": "70 71 72 73 74",
};

/** Army post offices stand in no state, so their PINs go with any. */
const ARMY = "9";

/** Why a PIN cannot be in a state; null where it can, and for what is no PIN or a state of another name. */
export function findPinError(zipCode: string, state: string): string | null {
  const pin = zipCode.trim();
  const known = firstDigits[state.trim()];
  if (!known || !isPinCode(pin) || pin.startsWith(ARMY)) return null;
  return known.split(" ").includes(pin.slice(0, 2))
    ? null
    : `${pin} is not a PIN code of ${state}. Please check the PIN code and the state.`;
}

/** As a rule of a schema: what is wrong stands at the zip code. */
export const pinOfState = <Place extends { zipCode: string; state: string }>() =>
  v.rawCheck<Place>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    const message = findPinError(input.zipCode, input.state);
    const path = { type: "object", origin: "value", input, key: "zipCode", value: input.zipCode } as const;
    if (message) addIssue({ message, path: [path] });
  });
