import { expect, test } from "vitest";
import { isGuessable } from "./credentials.ts";

const owner = {
  email: "asha.patel@example.com",
  firstName: "Asha",
  lastName: "Patel",
  phoneNumber: "9876543210",
};

test.each([
  "        ",
  "\u00a0\u2003\t      ",
  "asha.patel@example.com",
  "ASHA.PATEL@EXAMPLE.COM1",
  "asha.patel",
  "Asha1990",
  "Patel!",
  "patel_asha",
  "Asha Patel 7",
  "Taruva@2026",
  "9876543210",
  "+91 98765 43210",
])("%o is rejected as a password because it is easy to guess", (typed) => {
  expect(isGuessable(typed, owner, "Taruva")).toBe(true);
});

test.each(["teak and mango", "ashalata in the rain", "483920174", "!!!!!!!!", "taruva bowls are lovely"])(
  "%o is accepted as a password",
  (typed) => {
    expect(isGuessable(typed, owner, "Taruva")).toBe(false);
    expect(isGuessable(typed, { email: "1@example.com" }, "")).toBe(false);
  },
);
