import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChangeDialog } from "../changeable.tsx";
import { place } from "../router.ts";
import SellingSettingsScreen from "./selling-settings.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const amount = { summary: "an amount", kind: "amount" as const, or: ["none"] };

const COMMANDS = [
  describeCommand(
    "rules",
    {
      shipping: { summary: "", choices: ["free", "fee", "free-from"] },
      "shipping-fee": amount,
      "free-shipping-from": amount,
      "cash-up-to": { summary: "", or: ["none"] },
    },
    { reads: "alone" },
  ),
  describeCommand(
    "coupon",
    { name: { summary: "the label" }, amount, percent: { summary: "" }, from: amount },
    { reads: "alone" },
  ),
];

const openChange = async (of: string) =>
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(String.raw`^Change\s*${of}$`) }));

const SCREEN = (
  <>
    <SellingSettingsScreen />
    <ChangeDialog />
  </>
);

function openScreen(coupon: Record<string, string>): void {
  answerDesk(COMMANDS, ({ noun }) => {
    const isList = noun === "undo" || noun === "couriers";
    return withData(isList ? [] : { values: noun === "coupon" ? coupon : {}, revision: "1" });
  });
  showDesk(SCREEN);
}

const type = async (name: string, value: string) => {
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  return field;
};

test("a link to a rule opens the form of this rule", async () => {
  answerDesk(COMMANDS, ({ noun }) =>
    withData(["rules", "coupon"].includes(noun) ? { values: {}, revision: "1" } : []),
  );
  history.replaceState(null, "", "/settings/selling?field=cash-up-to");
  place.set("/settings/selling?field=cash-up-to");
  showDesk(SCREEN);
  expect(await screen.findByRole("textbox", { name: "Cash on delivery up to (₹)" })).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "Shipping" })).toBeNull();
  history.replaceState(null, "", "/");
  place.set("/");
});

test("while the owner chooses how to charge for shipping, the form shows what customers see", async () => {
  openScreen({});
  expect(await screen.findByText(/^Choose what applies/)).toBeTruthy();
  await openChange("What shipping costs");
  const way = await screen.findByRole("combobox", { name: "Shipping" });
  expect(within(way).getAllByRole("option")[0]?.textContent).toBe("Choose");
  const choose = (value: string) => fireEvent.change(way, { target: { value } });
  choose("free");
  expect(screen.getByText(/Shipping policy: “Shipping within India is free on every order\.”/)).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Shipping fee (₹)" })).toBeNull();
  choose("free-from");
  await type("Shipping fee (₹)", "80");
  expect(
    screen.getAllByText(/Shipping policy:/),
    "the form has no sentences, as the second amount is missing",
  ).toHaveLength(1);
  await type("Free shipping from (₹)", "2,000");
  expect(
    screen.getByText(/In the bag: “Shipping costs ₹80 \+ GST and is free from ₹2,000 before GST\.”/),
  ).toBeTruthy();
});

test("the form of the coupon has one discount, in rupees or in percent, shows what customers see in the bag, and shows an error below a wrong value", async () => {
  openScreen({ name: "#DIWALI" });
  await openChange("Coupon");
  await type("Discount (₹)", "150");
  const minimum = await type("For orders from (₹)", "1000");
  expect(screen.getByText(/^In the bag: “#DIWALI ₹150 off orders of ₹1,000 or more”/)).toBeTruthy();
  await type("For orders from (₹)", "a lot");
  expect(screen.queryByText(/^In the bag: “#DIWALI/)).toBeNull();
  expect(minimum.getAttribute("aria-invalid")).toBe("true");
  await type("For orders from (₹)", "1000");
  fireEvent.click(screen.getByRole("button", { name: "In percent" }));
  expect(screen.queryByText(/^In the bag: “#DIWALI/), "the percentage is missing").toBeNull();
  await type("Discount (%)", "10");
  expect(screen.getByText(/^In the bag: “#DIWALI 10% off orders of ₹1,000 or more”/)).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Discount (₹)" })).toBeNull();
});

test("an owner who clears the shipping fee and then chooses free shipping can save, and only the choice is sent", async () => {
  const sent: unknown[] = [];
  const values = { shipping: "fee", "shipping-fee": "80" };
  answerDesk(COMMANDS, ({ noun, options }, address) => {
    if (address === "/api/run") sent.push(options);
    return withData(
      noun === "rules" ? { values, revision: "1" } : noun === "coupon" ? { values: {}, revision: "1" } : [],
    );
  });
  showDesk(SCREEN);
  await openChange("What shipping costs");
  const fee = await screen.findByRole<HTMLInputElement>("textbox", { name: "Shipping fee (₹)" });
  fireEvent.change(fee, { target: { value: "" } });
  fireEvent.change(screen.getByRole("combobox", { name: "Shipping" }), { target: { value: "free" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ shipping: "free" }]));
});
