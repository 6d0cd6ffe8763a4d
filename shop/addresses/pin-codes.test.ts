import { expect, test } from "vitest";
import { chooseCity, describePinDoubt, describePinMismatch, findPlaceOfPin } from "./pin-codes.ts";
import { listIndianStates } from "./indian-states.ts";

/** PINs of post offices in each state, including some that belong to another state's postal circle. */
const postOffices: [state: string, ...pins: string[]][] = [
  ["Andaman and Nicobar Islands", "744101"],
  ["Andhra Pradesh", "520001", "507126"],
  ["Arunachal Pradesh", "791111"],
  ["Assam", "781001"],
  ["Bihar", "800001", "823001"],
  ["Chandigarh", "160017"],
  ["Chhattisgarh", "492001"],
  ["Dadra and Nagar Haveli and Daman and Diu", "396230", "362520"],
  ["Delhi", "110001"],
  ["Goa", "403001"],
  ["Gujarat", "395002", "360001"],
  ["Haryana", "122001"],
  ["Himachal Pradesh", "171001"],
  ["Jammu and Kashmir", "190001", "180001"],
  ["Jharkhand", "834001", "815301"],
  ["Karnataka", "560001"],
  ["Kerala", "682001"],
  ["Ladakh", "194101"],
  ["Lakshadweep", "682555"],
  ["Madhya Pradesh", "462001"],
  ["Maharashtra", "400001", "444601"],
  ["Manipur", "795001"],
  ["Meghalaya", "793001"],
  ["Mizoram", "796001"],
  ["Nagaland", "797001"],
  ["Odisha", "751001"],
  ["Puducherry", "605001", "673310", "533464"],
  ["Punjab", "141001", "160055"],
  ["Rajasthan", "302001"],
  ["Sikkim", "737101"],
  ["Tamil Nadu", "600001"],
  ["Telangana", "500001"],
  ["Tripura", "799001"],
  ["Uttar Pradesh", "226001", "201301"],
  ["Uttarakhand", "248001", "263001"],
  ["West Bengal", "700001"],
];

test("the PIN of a post office in any state is recognised as a PIN of that state", () => {
  expect(postOffices.map(([state]) => state)).toEqual(listIndianStates(undefined));
  for (const [state, ...pins] of postOffices)
    for (const pin of pins) expect(describePinMismatch(pin, state), `${pin} ${state}`).toBeNull();
});

test("a PIN of another state gets a message that names its state (§2.8, D108, D61, D64)", () => {
  expect(describePinMismatch("380015", "Karnataka")).toBe("PIN 380015 is in Gujarat, not Karnataka");
  expect(describePinMismatch("380 015", "karnataka")).toBe("PIN 380015 is in Gujarat, not Karnataka");
  expect(describePinMismatch("110001", "Gujarat")).toBe("PIN 110001 is in Delhi, not Gujarat");
  expect(describePinMismatch("500001", "Goa")).toBe("PIN 500001 is in Andhra Pradesh or Telangana, not Goa");
  expect(describePinDoubt("990015", "Maharashtra")).toBe(
    "PIN 990015 belongs to an army post office, not to a state",
  );
  expect(describePinDoubt("380001", "Maharashtra")).toBe("PIN 380001 is in Gujarat, not Maharashtra");
  expect(describePinDoubt("411001", "Maharashtra")).toBeNull();
  expect(describePinMismatch("290001", "Rajasthan")).toBe("PIN 290001 does not exist in India");
});

test("a PIN of six equal digits gets a warning at the checkout and in an order by phone (D64)", () => {
  for (const describe of [describePinMismatch, describePinDoubt]) {
    expect(describe("999999", "Gujarat")).toBe("PIN 999999 does not look like a real PIN");
    expect(describe("444 444", "Maharashtra")).toBe("PIN 444444 does not look like a real PIN");
    expect(describe("444445", "Maharashtra")).toBeNull();
  }
});

test("a PIN determines the state, and the city if the city is in the list, unless several states share the PIN (§9, D117)", () => {
  expect(findPlaceOfPin("380 015")).toEqual({ state: "Gujarat", city: "Ahmedabad" });
  expect(findPlaceOfPin("400706")).toEqual({ state: "Maharashtra", city: "" });
  for (const pin of ["507126", "362560", "900056", "56000", ""]) expect(findPlaceOfPin(pin)).toBeNull();
});

test.each([
  ["500081", "Telangana"],
  ["530001", "Andhra Pradesh"],
  ["533464", "Puducherry"],
  ["403001", "Goa"],
  ["682001", "Kerala"],
  ["673001", "Kerala"],
  ["682555", "Lakshadweep"],
  ["160017", "Chandigarh"],
  ["160062", "Punjab"],
  ["248001", "Uttarakhand"],
  ["492001", "Chhattisgarh"],
  ["781001", "Assam"],
  ["793001", "Meghalaya"],
  ["737101", "Sikkim"],
  ["744101", "Andaman and Nicobar Islands"],
  ["190001", "Jammu and Kashmir"],
  ["194101", "Ladakh"],
  ["826001", "Jharkhand"],
  ["362001", "Gujarat"],
])("the PIN %s, whose first two digits several states share, fills in %s", (pin, state) => {
  expect(findPlaceOfPin(pin)).toMatchObject({ state });
});

test("a corrected PIN replaces the city that the earlier PIN filled in, but no other city that was typed", () => {
  expect(chooseCity("", "Surat")).toBe("Surat");
  expect(chooseCity("Ahmedabad", "Surat")).toBe("Surat");
  expect(chooseCity("Bopal", "Ahmedabad")).toBe("Bopal");
  expect(chooseCity("Ahmedabad", "")).toBe("Ahmedabad");
});
