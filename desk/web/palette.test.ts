import { expect, test } from "vitest";
import type { DescribedCommand, OperatorRole } from "../calls.ts";
import { findEntries } from "./palette.tsx";

const mail: DescribedCommand = {
  noun: "mail",
  verb: "",
  summary: "Lists the e-mails that are not sent yet, with the reason; or previews e-mails, or sends a test.",
  args: [],
  options: {},
  examples: [],
  reads: true,
};

const list = ({ named, related }: ReturnType<typeof findEntries>) => [...named, ...related];

test("the desk's search separates actions with the word in their name from actions with the word only in their description", () => {
  const find = (searchText: string) => findEntries(searchText, "owner", [mail]);
  expect(find("reason").named).toEqual([]);
  expect(find("reason").related.map(({ name }) => name)).toEqual(["See the waiting e-mails"]);
  expect(find("waiting").named.map(({ name }) => name)).toEqual(["See the waiting e-mails"]);
});

test("the desk's search leads to the screen of an action that has no form of its own", () => {
  const find = (searchText: string, role: OperatorRole = "owner") =>
    list(findEntries(searchText, role, [mail])).map(({ name, href }) => [name, href]);
  expect(find("send a test e-mail")[0]).toEqual(["Send a test e-mail", "/settings/values"]);
  expect(find("test email")[0]).toEqual(["Send a test e-mail", "/settings/values"]);
  expect(find("preview an e-mail")[0]).toEqual(["Preview an e-mail", "/settings/texts"]);
  expect(find("failed mail")).toEqual([["Send failed e-mails again", "/settings/health"]]);
  expect(find("send a test e-mail", "manager"), "only an owner may open Connections").toEqual([
    ["See the waiting e-mails", "/do/mail"],
  ]);
});

test("the desk's search finds the texts of pages and e-mails by their names", () => {
  const find = (searchText: string, role: OperatorRole = "owner") =>
    list(findEntries(searchText, role, [])).map(({ name, summary, href }) => [name, summary, href]);
  expect(find("shipping policy")).toEqual([
    ["Shipping policy", "Text of a page", "/settings/texts?text=shipping-policy"],
  ]);
  expect(find("paid order")[0]).toEqual([
    "Order paid",
    "Text of an e-mail",
    "/settings/texts?text=mails%2Forder-paid",
  ]);
  expect(find("shipping policy", "packer")).toEqual([]);
});

test("without a search, the desk's search lists the screens by their names alone", () => {
  const { named } = findEntries("", "owner", [mail]);
  expect(named.map(({ summary }) => summary).filter((summary) => summary === "Screen")).toEqual([]);
});

test("the desk's search takes a word of six letters for a name, and not for an order id", () => {
  const find = (searchText: string) => findEntries(searchText, "owner", []).named.map(({ href }) => href)[0];
  expect(find("farhan")).toBeUndefined();
  expect(find("trv-farhan")).toBe("/orders/TRV-FARHAN");
  expect(find("7k3m9q")).toBe("/orders/TRV-7K3M9Q");
});
