import { expect, test } from "vitest";
import type { DescribedCommand, OperatorRole } from "../calls.ts";
import { PHRASES } from "./phrases.ts";
import { type Entry, rankEntries } from "./search.ts";

const mail: DescribedCommand = {
  noun: "mail",
  verb: "",
  summary: "Lists the e-mails that are not sent yet, with the reason; or previews e-mails, or sends a test.",
  args: [],
  options: {},
  examples: [],
  reads: true,
};

const find = (searchText: string, role: OperatorRole = "owner", ofShop: readonly Entry[] = []) =>
  rankEntries(searchText, role, [mail], ofShop).map(({ name, href }) => [name, href]);

const waiting = ["See the waiting e-mails", "/do/mail"];

test("the desk's search lists the shop's data before actions that have the word only in their description", () => {
  const ofShop = [{ href: "/products/tray", name: "Tray for a good reason", group: "Products" }];
  expect(find("reason", "owner", ofShop)).toEqual([["Tray for a good reason", "/products/tray"], waiting]);
  expect(find("waiting", "owner", ofShop)[0]).toEqual(waiting);
});

test("the desk's search finds the screen of an action that has no separate form", () => {
  expect(find("send a test e-mail")[0]).toEqual(["Send a test e-mail", "/settings/values"]);
  expect(find("test email")[0]).toEqual(["Send a test e-mail", "/settings/values"]);
  expect(find("preview an e-mail")[0]).toEqual(["Preview an e-mail", "/settings/texts"]);
  expect(find("failed mail")).toEqual([["Send failed e-mails again", "/settings/health"]]);
  expect(find("send a test e-mail", "manager"), "only an owner may open Connections").toEqual([waiting]);
});

test("the desk's search finds the texts of pages and e-mails by their names", () => {
  const list = (searchText: string, role: OperatorRole = "owner") => rankEntries(searchText, role, []);
  expect(list("shipping policy")).toMatchObject([
    { name: "Shipping policy", summary: "On a page", href: "/settings/texts?text=shipping-policy" },
  ]);
  expect(list("paid order")[0]).toMatchObject({
    name: "Order paid",
    summary: "In an e-mail",
    href: "/settings/texts?text=mails%2Forder-paid",
  });
  expect(list("shipping policy", "packer")).toEqual([]);
});

test("the desk's search lists the group of the best match first, and each group once", () => {
  const ofShop = [
    { href: "/orders/TRV-7K3M9Q", name: "TRV-7K3M9Q", group: "Orders", keys: ["Refund Rao"] },
    { href: "/products/tray", name: "Refund Tray", group: "Products" },
    { href: "/orders/TRV-1K3M9Q", name: "TRV-1K3M9Q", group: "Orders" },
  ];
  const list = (searchText: string) => {
    const groups = rankEntries(searchText, "owner", everyCommand, ofShop).map(({ group }) => group);
    return groups.filter((group, at) => group !== groups[at - 1]);
  };
  expect(list("refund")).toEqual(["Actions", "Orders", "Products", "Texts"]);
  expect(list("refund rao")).toEqual(["Orders", "Products"]);
});

test("without a search, the desk's search lists the newest orders, and then the screens, without their descriptions", () => {
  const order = { href: "/orders/TRV-7K3M9Q", name: "TRV-7K3M9Q", group: "Orders" };
  const entries = rankEntries("", "owner", [mail], [order]);
  expect(entries[0]).toBe(order);
  expect(entries[1]).toMatchObject({ name: "Today", group: "Screens" });
  expect(entries.slice(1).filter(({ summary }) => summary)).toEqual([]);
});

test("the desk's search treats a word of six letters as a name, not as an order number", () => {
  const first = (searchText: string) => find(searchText)[0]?.[1];
  expect(first("farhan")).toBeUndefined();
  expect(first("trv-farhan")).toBe("/orders/TRV-FARHAN");
  expect(first("7k3m9q")).toBe("/orders/TRV-7K3M9Q");
});

test("an exact order number, phone number or name comes first in the desk's search", () => {
  const order = {
    href: "/orders/TRV-7K3M9Q",
    name: "TRV-7K3M9Q",
    group: "Orders",
    keys: ["TRV-7K3M9Q", "9825010001"],
  };
  const other = { href: "/orders/TRV-1K3M9Q", name: "TRV-1K3M9Q", group: "Orders", keys: ["TRV-1K3M9Q"] };
  const customer = {
    href: "/people/customer?email=x",
    name: "Home Stock",
    group: "Customers",
    keys: ["Home Stock"],
  };
  const first = (searchText: string) => find(searchText, "owner", [other, order, customer])[0]?.[0];
  expect(first("trv-7k3m9q")).toBe("TRV-7K3M9Q");
  expect(first("+91 98250 10001")).toBe("TRV-7K3M9Q");
  expect(first("home stock")).toBe("Home Stock");
  expect(first("stock"), "a part of a name is not exact").toBe("Stock");
  const hrefs = find("TRV-7K3M9Q", "owner", [other, order]).map(([, href]) => href);
  expect(hrefs).toEqual([...new Set(hrefs)]);
});

const everyCommand = Object.keys(PHRASES)
  .filter((name) => !name.includes(" --"))
  .map((name): DescribedCommand => {
    const [noun = "", verb = ""] = name.split(" ");
    return { ...mail, noun, verb, summary: "" };
  });

test.each([
  ["accountant", "GST return"],
  ["backup", "Backups"],
  ["bank transfer", "Record a payment for an order"],
  ["cancel order", "Cancel an order"],
  ["cash on delivery", "Cash on delivery"],
  ["cod", "Cash on delivery"],
  ["colour", "Colours and fonts"],
  ["coupon", "Coupon"],
  ["customer", "People"],
  ["delivery charge", "Shipping fee"],
  ["discount", "Coupon"],
  ["excel", "Export a list"],
  ["free shipping", "Free shipping"],
  ["gst", "GST rates"],
  ["gst return", "GST return"],
  ["gstin", "GSTIN"],
  ["health", "Health"],
  ["import", "Import products"],
  ["inventory", "Stock"],
  ["invoice", "See the invoices"],
  ["label", "Print papers of an order"],
  ["log out", "Log out"],
  ["logo", "Logo"],
  ["messages", "Messages"],
  ["new product", "New product"],
  ["newsletter", "Newsletter"],
  ["phone order", "Order by phone"],
  ["price", "Prices"],
  ["privacy policy", "Privacy"],
  ["razorpay", "Payments by Razorpay"],
  ["refund", "Refund an order"],
  ["return policy", "Return and refund policy"],
  ["review", "Reviews"],
  ["sales", "Sales"],
  ["shipping fee", "Shipping fee"],
  ["sign out", "Log out"],
  ["staff", "Team"],
  ["stock", "Stock"],
  ["undo", "See what can be undone"],
  ["visitors", "Visitors"],
])("the desk's search for “%s” lists “%s” first", (searchText, name) => {
  expect(rankEntries(searchText, "owner", everyCommand)[0]?.name).toBe(name);
});
