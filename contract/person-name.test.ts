import { expect, test } from "vitest";
import { formatName } from "./person-name.ts";

test.each([
  ["Asha", "Patel", "Asha Patel"],
  ["Lakshmi", ".", "Lakshmi"],
  ["Lakshmi", "-", "Lakshmi"],
  ["Lakshmi", "", "Lakshmi"],
  ["राधा", "देवी", "राधा देवी"],
  ["Conan", "O'Brien", "Conan O'Brien"],
])("%s and %s are shown as %s", (firstName, lastName, shown) => {
  expect(formatName({ firstName, lastName })).toBe(shown);
});
