import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { restoreSession } from "#shop/accounts/web/session.ts";
import { SavedProducts } from "./saved-products.tsx";

test("if a backend returns null for a deleted product, the other saved products are shown (D101)", async () => {
  localStorage.setItem("taruva.saved", JSON.stringify({ confirmed: ["bowl", "tray"] }));
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.endsWith("/bowl")) return Response.json({ _id: "bowl", title: "Bowl" });
    return Response.json(null, { status: address.endsWith("/tray") ? 200 : 404 });
  });
  await restoreSession();
  await act(async () => render(<SavedProducts waiting="…" empty="Nothing saved" above="" below="" />));
  expect(await screen.findByRole("link", { name: "Bowl" })).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("1 piece, and 1 piece no longer in the shop");
});
