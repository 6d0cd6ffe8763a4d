import { expect, test } from "vitest";
import { createCheapHash } from "../../../tests/support/accounts.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { HASHES_AT_ONCE, hashPassword, MAX_WAITING, needsRehash, isPasswordCorrect } from "./passwords.ts";

test("a password hash matches only the password that was hashed, and without a hash every password is wrong", async () => {
  const hash = await hashPassword("teak and mango");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(needsRehash(hash)).toBe(false);
  expect(await isPasswordCorrect(hash, "teak and mango")).toBe(true);
  expect(await isPasswordCorrect(hash, " teak and mango")).toBe(false);
  expect(await isPasswordCorrect(null, "teak and mango")).toBe(false);
});

test("password checks that do not fit into the queue are refused with 503 (T4)", async () => {
  const hash = createCheapHash("teak and mango");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => isPasswordCorrect(hash, "a guess")),
  );
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused).toHaveLength(100 - HASHES_AT_ONCE - MAX_WAITING);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(HttpRefusal);
    expect(reason).toMatchObject({ status: 503, extra: { headers: { "retry-after": "2" } } });
  }
  expect(await isPasswordCorrect(hash, "teak and mango")).toBe(true);
});
