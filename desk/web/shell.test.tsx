import { fireEvent, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import type { SignInResult } from "../calls.ts";
import { answerDesk, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";
import { palette, place } from "./router.ts";
import { Shell } from "./shell.tsx";

const who = { token: "t", name: "Asha", role: "owner", entrance: "address" } as SignInResult;

const AWAY = { code: "shop away", message: "The shop is not running." };

function openShell(): void {
  answerDesk([], () => Response.json({ error: AWAY }, { status: 503 }));
  showDesk(<Shell who={who} />);
}

test("Escape closes the menu at the user's name and moves the focus back to its button, and a click elsewhere closes it too", async () => {
  openShell();
  const button = screen.getByRole("button", { name: "Asha: menu" });
  fireEvent.click(button);
  const logOut = screen.getByRole("button", { name: "Log out" });
  logOut.focus();
  fireEvent.keyDown(logOut, { key: "Escape" });
  expect(screen.queryByRole("button", { name: "Log out" })).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("button", { name: "Log out" })).toBeNull();
});

test("if the shop does not respond to a search, the search says so instead of showing 'No results'", async () => {
  onTestFinished(() => palette.set(false));
  openShell();
  fireEvent.click(screen.getByRole("button", { name: /^Search/ }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByRole("combobox"), { target: { value: "98250 10001" } });
  expect(await dialog.findByText(AWAY.message)).toBeTruthy();
});

test("the marked search result stays marked when orders arrive above it, Enter opens it, and the next search lists it first", async () => {
  onTestFinished(() => {
    palette.set(false);
    place.set("/");
  });
  const { promise, resolve } = Promise.withResolvers<object>();
  answerDesk([], ({ noun }) =>
    noun === "orders" ? promise : Response.json({ error: AWAY }, { status: 503 }),
  );
  showDesk(<Shell who={who} />);
  fireEvent.click(screen.getByRole("button", { name: /^Search/ }));
  const dialog = within(screen.getByRole("dialog"));
  const field = dialog.getByRole("combobox");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  const readMarked = () => dialog.getByRole("option", { selected: true }).textContent;
  expect(readMarked()).toBe("Orders");
  const contact = { firstName: "Asha", lastName: "Patel" };
  resolve(
    withData([
      { orderId: "TRV-7K3M9Q", contact, shippingAddress: { phoneNumber: "9876543210" }, status: "Pending" },
    ]),
  );
  expect(await dialog.findByText("TRV-7K3M9Q")).toBeTruthy();
  expect(readMarked()).toBe("Orders");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(place.get()).toBe("/orders");
  fireEvent.click(screen.getByRole("button", { name: /^Search/ }));
  expect(screen.getAllByRole("option")[0]?.textContent).toBe("Orders");
});
