import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { View } from "../../calls.ts";
import { queries } from "../use-view.ts";
import SellingSettingsScreen from "./selling-settings.tsx";

const amount = { summary: "an amount", kind: "amount", or: ["none"] };

const COMMANDS = [
  {
    noun: "rules",
    options: {
      "shipping-fee": amount,
      "free-shipping-from": amount,
      "cash-up-to": { summary: "", or: ["none"] },
    },
  },
  {
    noun: "coupon",
    options: { name: { summary: "the label" }, amount, percent: { summary: "" }, from: amount },
  },
].map((command) => ({ verb: "", summary: "", args: [], examples: [], reads: "alone", ...command }));

test("while the owner types a fee, a limit for cash or a coupon, the form shows what customers see, and an error at its field", async () => {
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json(COMMANDS);
    const { noun } = JSON.parse(body) as View;
    const isList = noun === "undo" || noun === "couriers";
    const data = isList ? [] : { values: noun === "coupon" ? { name: "#DIWALI" } : {}, revision: "1" };
    return Response.json({ outcome: "done", result: { data } });
  });
  render(
    <QueryClientProvider client={queries}>
      <SellingSettingsScreen />
    </QueryClientProvider>,
  );
  const type = async (name: string, value: string) => {
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name });
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
    return field;
  };
  await type("Free shipping from (₹)", "2,000");
  expect(screen.getByText(/^Enter a shipping fee too\./)).toBeTruthy();
  await type("Shipping fee (₹)", "80");
  expect(
    screen.getByText(/In the bag: “Shipping costs ₹80 \+ GST and is free from ₹2,000 before GST\.”/),
  ).toBeTruthy();
  await type("Cash on delivery up to (₹)", "5000");
  expect(screen.getByText("Customers can pay in cash for orders up to ₹5,000.")).toBeTruthy();
  await type("Discount (₹)", "150");
  const minimum = await type("For orders from (₹)", "1000");
  expect(screen.getByText("In the bag: “#DIWALI ₹150 off orders of ₹1,000 or more”")).toBeTruthy();
  await type("For orders from (₹)", "a lot");
  expect(screen.queryByText(/^In the bag: “#DIWALI/)).toBeNull();
  expect(minimum.getAttribute("aria-invalid")).toBe("true");
});
