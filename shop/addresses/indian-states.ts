import { isSameText } from "#contract/text.ts";

export interface IndianState {
  name: string;
  /** The state's GST code: the first two digits of each GSTIN that is registered in the state. */
  code: string;
  /** The first digits of all PINs of the state, also of shared ones. Forms fill in the state with the longest match. */
  pins: string;
}

export const indianStates: readonly IndianState[] = (
  [
    ["Andaman and Nicobar Islands", "35", "744"],
    ["Andhra Pradesh", "37", "50 51 515 516 517 518 52 520 521 522 523 524 53 530 531 532 533 534 535"],
    ["Arunachal Pradesh", "12", "78 79 790 791 792"],
    ["Assam", "18", "78 781 782 785 786 787 788 79"],
    ["Bihar", "10", "80 81 811 812 82 821 823 824 84 85"],
    ["Chandigarh", "04", "140 160"],
    ["Chhattisgarh", "22", "49 490 491 492 493 494 495 496 497"],
    ["Dadra and Nagar Haveli and Daman and Diu", "26", "362 396"],
    ["Delhi", "07", "11"],
    ["Goa", "30", "403"],
    ["Gujarat", "24", "36 362 3620 37 38 39 396 3960 3964"],
    ["Haryana", "06", "12 13"],
    ["Himachal Pradesh", "02", "17"],
    ["Jammu and Kashmir", "01", "18 19 190 191 192 193"],
    ["Jharkhand", "20", "81 816 82 822 825 826 827 828 829 83"],
    ["Karnataka", "29", "56 57 58 59"],
    ["Kerala", "32", "67 68 69"],
    ["Ladakh", "38", "19 194"],
    ["Lakshadweep", "31", "68255"],
    ["Madhya Pradesh", "23", "45 46 47 48 49"],
    ["Maharashtra", "27", "40 41 42 43 44"],
    ["Manipur", "14", "78 79 795"],
    ["Meghalaya", "17", "78 79 793 794"],
    ["Mizoram", "15", "78 79 796"],
    ["Nagaland", "13", "78 79 797 798"],
    ["Odisha", "21", "75 76 77"],
    ["Puducherry", "34", "533464 605 60500 60501 607 609 673310"],
    ["Punjab", "03", "14 140 15 16 16005 16006 16007"],
    ["Rajasthan", "08", "30 31 32 33 34"],
    ["Sikkim", "11", "737"],
    ["Tamil Nadu", "33", "60 605 607 609 61 62 63 64"],
    ["Telangana", "36", "50 500 501 502 503 504 505 506 508 509 51 52 53"],
    ["Tripura", "16", "78 79 799"],
    ["Uttar Pradesh", "09", "20 21 22 23 24 241 242 243 245 25 26 261 27 28"],
    ["Uttarakhand", "05", "24 248 249 26 263"],
    ["West Bengal", "19", "70 71 72 73 74"],
  ] as const
).map(([name, code, pins]) => ({ name, code, pins }));

/** The GST codes of the union territories without a legislature, where UTGST replaces SGST (UTGST Act, 2017). */
const UTGST_CODES = ["04", "26", "31", "35", "38"];

/** Returns the name of the state's share of GST. `code` is the state's GST code. */
export const getStateTaxName = (code: string | null): "SGST" | "UTGST" =>
  code !== null && UTGST_CODES.includes(code) ? "UTGST" : "SGST";

/** The GST codes of states by their former and other names, which addresses may contain. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  "Dadra and Nagar Haveli": "26",
  "Daman and Diu": "26",
  "NCT of Delhi": "07",
  "New Delhi": "07",
  Orissa: "21",
  Pondicherry: "34",
  Uttaranchal: "05",
};

const names = indianStates.map(({ name }) => name);

/** Lists all states of India. A saved name that is not one of them is added at the top, so that it stays selected. */
export const listIndianStates = (saved: string | undefined): readonly string[] =>
  saved && !names.includes(saved) ? [saved, ...names] : names;

/** Returns a state by its current, former or other name; null if unknown. Ignores case, and reads `&` as "and". */
export function findIndianState(text: string): IndianState | null {
  const normalized = text.replaceAll("&", " and ").replaceAll(/[\s.]+/g, " ");
  const [, formerCode] = Object.entries(FORMER_NAMES).find(([name]) => isSameText(name, normalized)) ?? [];
  return indianStates.find(({ name, code }) => code === formerCode || isSameText(name, normalized)) ?? null;
}

export const findStateByCode = (value: string): IndianState | null =>
  indianStates.find(({ code }) => code === value) ?? null;
