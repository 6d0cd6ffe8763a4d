import { isSameText } from "#contract/text.ts";

/** A state or union territory of India. `code` is its GST code, the first two digits of each GSTIN registered there. */
export interface IndianState {
  code: string;
  name: string;
}

const indianStates: readonly IndianState[] = Object.entries({
  "Andaman and Nicobar Islands": "35",
  "Andhra Pradesh": "37",
  "Arunachal Pradesh": "12",
  Assam: "18",
  Bihar: "10",
  Chandigarh: "04",
  Chhattisgarh: "22",
  "Dadra and Nagar Haveli and Daman and Diu": "26",
  Delhi: "07",
  Goa: "30",
  Gujarat: "24",
  Haryana: "06",
  "Himachal Pradesh": "02",
  "Jammu and Kashmir": "01",
  Jharkhand: "20",
  Karnataka: "29",
  Kerala: "32",
  Ladakh: "38",
  Lakshadweep: "31",
  "Madhya Pradesh": "23",
  Maharashtra: "27",
  Manipur: "14",
  Meghalaya: "17",
  Mizoram: "15",
  Nagaland: "13",
  Odisha: "21",
  Puducherry: "34",
  Punjab: "03",
  Rajasthan: "08",
  Sikkim: "11",
  "Tamil Nadu": "33",
  Telangana: "36",
  Tripura: "16",
  "Uttar Pradesh": "09",
  Uttarakhand: "05",
  "West Bengal": "19",
}).map(([name, code]) => ({ name, code }));

/** The GST codes of the union territories without a legislature, where UTGST replaces SGST (UTGST Act, 2017). */
const UTGST_CODES = ["04", "26", "31", "35", "38"];

/** Returns the name of the state's share of GST. `code` is the state's GST code. */
export const getStateTaxName = (code: string | null): "SGST" | "UTGST" =>
  code !== null && UTGST_CODES.includes(code) ? "UTGST" : "SGST";

/** The GST codes of states by their former names, which addresses may still contain. */
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

/** Lists the states to choose from. A saved former name is added at the top, so that it stays selected. */
export const listIndianStates = (saved: string | undefined): readonly string[] =>
  saved && !names.includes(saved) ? [saved, ...names] : names;

/** Returns a state by its current or former name; null if unknown. Ignores case and treats `&` as "and". */
export function findIndianState(text: string): IndianState | null {
  const normalized = text.replaceAll("&", " and ").replaceAll(/[\s.]+/g, " ");
  const [, formerCode] = Object.entries(FORMER_NAMES).find(([name]) => isSameText(name, normalized)) ?? [];
  return indianStates.find(({ name, code }) => code === formerCode || isSameText(name, normalized)) ?? null;
}

export const findStateByCode = (value: string): IndianState | null =>
  indianStates.find(({ code }) => code === value) ?? null;
