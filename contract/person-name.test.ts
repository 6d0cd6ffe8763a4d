import { expect, test } from "vitest";
import { formatName } from "./person-name.ts";

test.each([
  ["Asha", "Patel", "Asha Patel"],
  ["Lakshmi", ".", "Lakshmi"],
  ["Lakshmi", "-", "Lakshmi"],
  ["Lakshmi", "", "Lakshmi"],
  ["राधा", "देवी", "राधा देवी"],
  ["Conan", "O'Brien", "Conan O'Brien"],
])("the first name %j and the last name %j are shown as %j", (firstName, lastName, shown) => {
  expect(formatName({ firstName, lastName })).toBe(shown);
});
