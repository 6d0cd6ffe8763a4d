import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

const KEY = "taruva.saved";
const bowl = { _id: "bowl", title: "Bowl" };

/** The list on the server; null if the server has no wishlist endpoints. */
let account: string[] | null;
let sent: string[];

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  account = [];
  sent = [];
  vi.stubGlobal("fetch", async (address: string, { method, body }: { method: string; body?: string }) => {
    sent.push(`${method} ${address}`);
    if (account === null) return Response.json({ message: "Not found" }, { status: 404 });
    const { productIds = [] } = JSON.parse(body ?? "{}") as { productIds?: string[] };
    if (method === "POST") account = [...new Set([...productIds, ...account])];
    if (method === "DELETE") account = account.filter((id) => !productIds.includes(id));
    return Response.json({ success: true, productIds: account });
  });
});

async function openPage({ customer }: { customer?: string } = {}) {
  if (customer) logIn(customer);
  const { restoreSession } = await import("#shop/accounts/web/session.ts");
  const { SaveButton } = await import("./save-button.tsx");
  await restoreSession();
  render(<SaveButton product={bowl} />);
}

function logIn(customer: string): void {
  localStorage.setItem(
    "user",
    JSON.stringify({ id: customer, firstName: "Asha", email: "asha@example.com" }),
  );
  localStorage.setItem("accessToken", "a-token");
}

const getButton = () => screen.getByRole("button", { name: "Save Bowl" });
const isSaved = () => getButton().getAttribute("aria-pressed") === "true";
const clickSave = () => act(async () => getButton().click());

test("a login adds the guest's saved products to the account", async () => {
  account = ["tray"];
  await openPage();
  await clickSave();
  await act(async () => {
    logIn("asha");
    window.dispatchEvent(new PageTransitionEvent("pageshow"));
  });
  await expect.poll(() => account).toEqual(["bowl", "tray"]);
  expect(isSaved()).toBe(true);
});

test("a customer sees products that were saved on another device, and removing a product also removes it from the account", async () => {
  account = ["bowl"];
  await openPage({ customer: "asha" });
  await expect.poll(isSaved).toBe(true);
  await clickSave();
  await expect.poll(() => account).toEqual([]);
  expect(isSaved()).toBe(false);
});

test("the wishlist stays in the browser if the backend has no wishlist endpoints (D101)", async () => {
  account = null;
  await openPage({ customer: "asha" });
  await clickSave();
  await expect.poll(() => sent.some((call) => call.startsWith("POST"))).toBe(true);
  expect(isSaved()).toBe(true);
  expect(localStorage.getItem(KEY)).toContain("bowl");
});
