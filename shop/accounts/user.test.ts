import { expect, test } from "vitest";
import { parseBegunSession, parseRefreshedSession } from "./session.ts";
import { getFullName, parseUser } from "./user.ts";

test("the customer in a login response is valid with only an id, and invalid without an id (§3, §7, D101)", () => {
  const user = parseUser({ id: 7 });
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
  expect([
    user && getFullName(user),
    getFullName({ firstName: "Asha", lastName: "", email: "a@b.in" }),
  ]).toEqual(["", "Asha"]);
  expect([null, {}, "soup", { email: "a@b.in" }].map(parseUser)).toEqual([null, null, null, null]);
});

test("the response to a login must have a customer and a token, and the response to a token refresh only a token", () => {
  const user = { id: "asha" };
  expect(parseBegunSession({ user, accessToken: "a", refreshToken: null })).toMatchObject({
    accessToken: "a",
    refreshToken: null,
    user: { _id: "asha" },
  });
  for (const body of [undefined, {}, { user }, { user: null, accessToken: "a" }, { user, accessToken: "" }])
    expect(parseBegunSession(body)).toBeUndefined();
  expect(
    [{ accessToken: "a" }, { accessToken: "a", user }, {}, undefined].map(
      (body) => parseRefreshedSession(body)?.user,
    ),
  ).toMatchObject([null, { _id: "asha" }, undefined, undefined]);
});
