import * as v from "valibot";
import { expect, test } from "vitest";
import { describeWait, GIFT_MESSAGE_MAX, giftSchema } from "./gift.ts";

test("the text of a gift card can have 300 characters in any script, and an empty text means no card", () => {
  const typed = `\r\n${"क".repeat(149)}\r\n${"ب".repeat(150)} `;
  expect(v.parse(giftSchema, { message: typed }).message).toHaveLength(GIFT_MESSAGE_MAX);
  expect(v.safeParse(giftSchema, { message: "a".repeat(GIFT_MESSAGE_MAX + 1) }).issues?.[0].message).toBe(
    "This can be up to 300 characters long.",
  );
  expect(v.parse(giftSchema, {})).toEqual({ message: "" });
  expect(v.is(giftSchema, "a gift")).toBe(false);
});

test("a packer sees the requested delivery day and the first day on which to dispatch (D120)", () => {
  const createdAt = new Date("2026-11-02T10:00:00+05:30");
  expect(describeWait({ createdAt, promised: { notBefore: "2026-12-10" } })).toBe(
    "Not before Thu 10 Dec, send on or after Thu 3 Dec",
  );
  expect(describeWait({ createdAt, promised: { notBefore: "2026-11-05" } })).toBe("Not before Thu 5 Nov");
  expect(describeWait({ createdAt, promised: {} })).toBeNull();
});
