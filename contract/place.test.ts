import { expect, test } from "vitest";
import { formatPlace } from "./place.ts";

test.each([
  [{ city: "Ahmedabad", state: "Gujarat", zipCode: "380015" }, "Ahmedabad, Gujarat 380015"],
  [{ city: "Ahmedabad", state: "Gujarat" }, "Ahmedabad, Gujarat"],
  [{ state: "Gujarat", zipCode: "380015" }, "Gujarat 380015"],
  [{ city: "", state: "", zipCode: "" }, ""],
])("the place %j is written as %j, without punctuation for missing parts", (place, line) => {
  expect(formatPlace(place)).toBe(line);
});
