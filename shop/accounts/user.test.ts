import { expect, test } from "vitest";
import { begunSessionFrom, refreshedSessionFrom } from "./session.ts";
import { nameOf, userFrom } from "./user.ts";

test("a customer with an id alone is one; without, nobody (D101)", () => {
  const user = userFrom({ id: 7 });
  expect(user).toEqual({
    _id: "7",
    id: "7",
    firstName: "",
    lastName: "",
    email: "",
    phoneNumber: "",
    addresses: [],
    role: "user",
  });
  expect([user && nameOf(user), nameOf({ firstName: "Asha", lastName: "", email: "a@b.in" })]).toEqual([
    "",
    "Asha",
  ]);
  expect([null, {}, "soup", { email: "a@b.in" }].map(userFrom)).toEqual([null, null, null, null]);
});

test("a login needs a customer and a token; a refresh only the token", () => {
  const user = { id: "asha" };
  expect(begunSessionFrom({ user, accessToken: "a", refreshToken: null })).toMatchObject({
    accessToken: "a",
    refreshToken: null,
    message: "",
    user: { _id: "asha" },
  });
  for (const body of [undefined, {}, { user }, { user: null, accessToken: "a" }, { user, accessToken: "" }])
    expect(begunSessionFrom(body)).toBeUndefined();
  expect(
    [{ accessToken: "a" }, { accessToken: "a", user }, {}, undefined].map(
      (body) => refreshedSessionFrom(body)?.user,
    ),
  ).toMatchObject([null, { _id: "asha" }, undefined, undefined]);
});
