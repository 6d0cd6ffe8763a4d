import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
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
  expect(await screen.findByText(/^3 problems/)).toBeTruthy();
  expect(document.querySelector("summary")?.textContent).toBe("Seller 3");
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { hidden: true });
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["State", "/settings/seller?field=state"],
    ["PIN", "/settings/seller?field=pin"],
    ["Seller", "/settings/seller"],
    ["Check the machine", "/do/check?before-opening=on"],
  ]);
  const checkedAt = () => screen.queryByText(/^Checked at \d+:\d\d [ap]m$/);
  expect(checkedAt()).toBeTruthy();
  const secondCheck = Promise.withResolvers<void>();
  response = secondCheck.promise;
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  await expect.poll(checkedAt).toBeNull();
  secondCheck.resolve();
  await expect.poll(checkedAt).toBeTruthy();
});
