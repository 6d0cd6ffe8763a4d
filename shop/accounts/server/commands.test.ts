import { expect, test } from "vitest";
import { CommandRefused } from "#platform/operator/command.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { context, setUpShop } from "../../../tests/support/test-shop.ts";
import { listAccounts } from "./accounts.ts";
import { findSocketPrincipal } from "./sessions.ts";

setUpShop({ goods: [] });

test("the owner finds customers by a part of their name, e-mail address or phone number", async () => {
  await signInCustomer(context, { firstName: "Asha", lastName: "Patel", email: "asha@example.com" });
  await signInCustomer(context, {
    firstName: "Ravi",
    email: "ravi_k@example.com",
    phoneNumber: "9000000001",
  });
  const emails = async (text: string) =>
    (await listAccounts(context.db, 9, { search: text })).map(({ email }) => email).toSorted();
  expect(await emails("sha pat")).toEqual(["asha@example.com"]);
  expect(await emails("EXAMPLE.com")).toEqual(["asha@example.com", "ravi_k@example.com"]);
  expect(await emails("90000")).toEqual(["ravi_k@example.com"]);
  expect(await emails("_")).toEqual(["ravi_k@example.com"]);
  expect(await emails("nobody")).toEqual([]);
});

test("the owner can end all sessions of one customer without ending the sessions of other customers", async () => {
  const asha = await signInCustomer(context, { email: "asha@example.com" });
  const ravi = await signInCustomer(context);
  const endSessions = (email: string) => runTyped("customers end-sessions", { email });
  expect((await endSessions("ASHA@example.com")).message).toBe(
    "asha@example.com is logged out on every device. Logins ended: 1.",
  );
  expect(await findSocketPrincipal(context, asha.accessToken, {})).toBeNull();
  expect(await findSocketPrincipal(context, ravi.accessToken, {})).not.toBeNull();
  await expect(endSessions("nobody@example.com")).rejects.toThrow(CommandRefused);
});
