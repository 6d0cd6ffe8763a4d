import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { View } from "../../calls.ts";
import { queries } from "../use-view.ts";
import HealthScreen from "./health.tsx";

const sample = (field: string) => ({
  about: `seller.json, ${field}`,
  what: 'is still a sample: "SAMPLE".',
  remedy: "Replace it",
  screen: "/settings/seller",
});

const findings = [
  ...["state", "address.state", "address.zipCode"].map(sample),
  { ...sample("toConfirm"), what: 'confirm that this is true: "You give a warranty".' },
];

afterEach(() => queries.clear());

const late = { about: "TRV-ABCDEF", what: "the parcel is late", remedy: "Dispatch the order" };
const order = {
  orderId: "TRV-ABCDEF",
  status: "Pending",
  cash: false,
  contact: { firstName: "Meera", email: "meera@example.com" },
  shippingAddress: { phoneNumber: "9876543210" },
};

test("the health screen shows a customer's problem first, with a button that writes to the customer", async () => {
  const command = { noun: "orders", verb: "show", summary: "", args: [], options: {}, examples: [] };
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    if (path === "/api/commands") return Response.json([command]);
    const { noun } = JSON.parse(body) as View;
    const data = noun === "check" ? [...findings, late] : noun === "orders" ? order : [];
    return Response.json({ outcome: "done", result: { data } });
  });
  render(
    <QueryClientProvider client={queries}>
      <HealthScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^1 problem to solve today, 3 when you have time, no e-mail/)).toBeTruthy();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(titles).toEqual(["To solve today", "When you have time", "Waiting e-mails"]);
  fireEvent.click(await screen.findByRole("button", { name: "Write to the customer" }));
  expect(await screen.findByDisplayValue(/^Hello Meera, about your order TRV-ABCDEF/)).toBeTruthy();
});

test("the health screen shows problems of orders before another urgent problem, and loads only some of these orders at once", async () => {
  const orderIds = Array.from({ length: 60 }, (_, at) => `TRV-AAAA${String(at + 10)}`);
  const noBackup = { about: "backups", what: "no backup", remedy: "Make one", screen: "/health" };
  const loaded: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    if (path === "/api/commands") return Response.json([]);
    const { noun, args } = JSON.parse(body) as View;
    if (noun === "orders") loaded.push(args?.["orderId"] ?? "");
    const checked = [noBackup, ...orderIds.map((about) => ({ ...late, about }))];
    const data = noun === "check" ? checked : noun === "orders" ? order : [];
    return Response.json({ outcome: "done", result: { data } });
  });
  render(
    <QueryClientProvider client={queries}>
      <HealthScreen />
    </QueryClientProvider>,
  );
  await expect.poll(() => loaded.length).toBeGreaterThan(0);
  expect(loaded).toEqual(orderIds.slice(0, loaded.length));
  expect(loaded.length).toBeLessThan(orderIds.length);
  expect(screen.queryByText("No backup.")).toBeNull();
  expect(screen.getByRole("button", { name: "Show more" })).toBeTruthy();
});

test("if the check fails, the health screen shows an error instead of 'Checking'", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/commands"
      ? Response.json([])
      : Response.json(
          { error: { code: "unavailable", message: "The shop does not answer." } },
          { status: 503 },
        ),
  );
  render(
    <QueryClientProvider client={queries}>
      <HealthScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^The check failed/)).toBeTruthy();
  expect(screen.queryByText(/^Checking/)).toBeNull();
});

test("the health screen counts the problems that it lists, links to their fields, and shows when it checked", async () => {
  let response: Promise<void> | null = null;
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    if (path === "/api/commands") return Response.json([]);
    const { noun } = JSON.parse(body) as View;
    if (noun === "check") await response;
    return Response.json({ outcome: "done", result: { data: noun === "check" ? findings : [] } });
  });
  render(
    <QueryClientProvider client={queries}>
      <HealthScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^3 problems to solve when you have time/)).toBeTruthy();
  expect(document.querySelector("summary")?.textContent).toBe("Seller 3");
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { hidden: true });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["State", "/settings/seller?field=state"],
    ["PIN", "/settings/seller?field=pin"],
    ["Seller", "/settings/seller"],
  ]);
  const checkedAt = () => screen.queryByText(/^Checked at \d+:\d\d [ap]m$/);
  expect(checkedAt()).toBeTruthy();
  const secondCheck = Promise.withResolvers<void>();
  response = secondCheck.promise;
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  await expect.poll(checkedAt).toBeNull();
  secondCheck.resolve();
  await expect.poll(checkedAt).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Check e-mail and payments too" }));
  await expect.poll(() => screen.queryByText(/^Checked at .*, with e-mail and payments$/)).toBeTruthy();
});
