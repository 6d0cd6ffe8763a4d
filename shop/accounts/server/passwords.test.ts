import { expect, test } from "vitest";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { HASHES_AT_ONCE, hashPassword, MOST_WAITING, needsRehash, isPasswordCorrect } from "./passwords.ts";

test("a password is found again, another is not, and without a hash it is always wrong", async () => {
  const hash = await hashPassword("teak and mango");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(needsRehash(hash)).toBe(false);
  expect(await isPasswordCorrect(hash, "teak and mango")).toBe(true);
  expect(await isPasswordCorrect(hash, " teak and mango")).toBe(false);
  expect(await isPasswordCorrect(null, "teak and mango")).toBe(false);
});

test("of a flood of logins few are compared at a time, a few wait and the rest come again (T4)", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => isPasswordCorrect(null, "a guess")),
  );
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused).toHaveLength(100 - HASHES_AT_ONCE - MOST_WAITING);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(HttpRefusal);
    expect(reason).toMatchObject({ status: 503, extra: { headers: { "retry-after": "2" } } });
  }
  expect(await isPasswordCorrect(null, "afterwards")).toBe(false);
});
