import { expect, test } from "vitest";
import { createForget } from "./forget-person.ts";

const { clean, isAbout } = createForget({
  orderIds: ["TRV-AAAAAA"],
  names: [{ firstName: "Ashalata", lastName: "D'Souza-Rao" }],
  emails: ["a+b.c_%d'e@example.com"],
  phoneNumbers: ["9876543210"],
  streets: ["77 Peacock Lane (rear)", ""],
});

test.for([
  ["mail A+B.C_%D'E@example.com today", "mail deleted today"],
  ["aab.c_%d'e@example.com", "aab.c_%d'e@example.com"],
  ["call 98765 43210 or +91-98765-43210", "call deleted or +91-deleted"],
  ["ashalata  d'souza-rao called", "deleted called"],
  ["xa+b.c_%d'e@example.com", "xa+b.c_%d'e@example.com"],
  ["Send it to 77 peacock lane (rear), Pune", "Send it to 77 peacock lane (rear), Pune"],
  ["Ashalata's peacock", "Ashalata's peacock"],
] as const)("a deleted person's data are removed from the text: %s becomes %s", ([text, expected]) => {
  expect(clean(text, false)).toBe(expected);
});

test("a deleted person's streets, and single words of their name or street, are removed only from texts about that person", () => {
  expect(clean("Ashalata and Peacock, Ashalatas, Lanes", true)).toBe("deleted and deleted, Ashalatas, Lanes");
  expect(clean("Send it to 77 peacock lane (rear), Pune", true)).toBe("Send it to deleted, Pune");
});

test("a text with a deleted person's order number or phone number is about that person, and a text with only their first name is not", () => {
  expect(["trv-aaaaaa", "9876543210", "Ashalata", "TRV-AAAAAB"].filter(isAbout)).toEqual([
    "trv-aaaaaa",
    "9876543210",
  ]);
});
