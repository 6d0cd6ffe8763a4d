import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { Dialog, LeaveDialog } from "./dialog.tsx";
import { goTo, place, useLeaveWarning } from "./router.ts";

beforeAll(() => {
  globalThis.scrollTo = () => {};
});

beforeEach(async () => {
  goTo("/orders");
  // The browser first removes the history entries of dialogs from earlier tests.
  await expect.poll(place.get).toBe("/orders");
  goTo("/orders/TRV-7K3M9Q");
});

function Reason() {
  const [text, setText] = useState("");
  useLeaveWarning(text !== "");
  return <input aria-label="Reason" value={text} onChange={(event) => setText(event.target.value)} />;
}

function Refund() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Refund</button>
      <Dialog title="Refund the order" open={isOpen} onClose={() => setOpen(false)}>
        <Reason />
        <button onClick={() => goTo("/products")}>Products</button>
      </Dialog>
    </>
  );
}

const countDialogEntries = () => (history.state as { dialogs?: number } | null)?.dialogs ?? 0;

const isOpen = () => screen.queryByRole("dialog", { name: "Refund the order" }) !== null;

const openRefund = () => {
  render(<Refund />);
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  expect(isOpen()).toBe(true);
};

test("the phone's Back button closes an open dialog of the desk and stays on its screen", async () => {
  openRefund();
  history.back();
  await expect.poll(isOpen).toBe(false);
  expect(place.get()).toBe("/orders/TRV-7K3M9Q");
  history.back();
  await expect.poll(place.get).toBe("/orders");
});

test("a closed dialog of the desk leaves no entry in the browser's history", async () => {
  openRefund();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await expect.poll(isOpen).toBe(false);
  // This navigation must wait until the browser has removed the dialog's history entry.
  goTo("/products");
  await expect.poll(place.get).toBe("/products");
  history.back();
  await expect.poll(place.get).toBe("/orders/TRV-7K3M9Q");
  history.back();
  await expect.poll(place.get).toBe("/orders");
});

test("a screen that is opened from a dialog replaces the dialog in the browser's history", async () => {
  openRefund();
  fireEvent.click(screen.getByRole("button", { name: "Products" }));
  expect(place.get()).toBe("/products");
  history.back();
  await expect.poll(place.get).toBe("/orders/TRV-7K3M9Q");
});

test("the Back button asks before it closes a dialog with unsaved input, and the user can keep the input", async () => {
  openRefund();
  fireEvent.change(screen.getByRole("textbox", { name: "Reason" }), { target: { value: "cracked" } });
  history.back();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Reason" }).value).toBe("cracked");
  await expect.poll(countDialogEntries).toBe(1);
  history.back();
  fireEvent.click(await screen.findByRole("button", { name: "Discard it" }));
  await expect.poll(isOpen).toBe(false);
  expect(place.get()).toBe("/orders/TRV-7K3M9Q");
});

test("the Back button asks before it leaves a screen with unsaved input, and the user can stay", async () => {
  const Note = ({ text }: { text: string }) => {
    useLeaveWarning(text !== "");
    return null;
  };
  const draw = (text: string) => (
    <>
      <Note text={text} />
      <LeaveDialog />
    </>
  );
  const { rerender } = render(draw("wrap it well"));
  history.back();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(place.get()).toBe("/orders/TRV-7K3M9Q");
  await expect.poll(countDialogEntries).toBe(1);
  history.back();
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await expect.poll(place.get).toBe("/orders");
  rerender(draw(""));
  expect(history.state).not.toMatchObject({ dialogs: 1 });
});

test("leaving the first screen of a tab with unsaved input opens Today", async () => {
  const Note = () => {
    useLeaveWarning(true);
    return null;
  };
  const NewOrder = () => place.useValue() === "/orders/TRV-7K3M9Q" && <Note />;
  history.replaceState(null, "");
  render(
    <>
      <NewOrder />
      <LeaveDialog />
    </>,
  );
  history.back();
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await expect.poll(place.get).toBe("/");
  expect(location.pathname).toBe("/");
  goTo("/products");
  expect(place.get()).toBe("/products");
});

test("a link asks before it leaves a screen with unsaved input, and the user can stay or leave", async () => {
  const Note = () => {
    useLeaveWarning(true);
    return <button onClick={() => goTo("/products")}>Products</button>;
  };
  const OrderScreen = () => place.useValue() !== "/products" && <Note />;
  render(
    <>
      <OrderScreen />
      <LeaveDialog />
    </>,
  );
  const clickLink = () => fireEvent.click(screen.getByRole("button", { name: "Products" }));
  clickLink();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(place.get()).toBe("/orders/TRV-7K3M9Q");
  await expect.poll(countDialogEntries).toBe(1);
  clickLink();
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await expect.poll(place.get).toBe("/products");
  expect(location.pathname).toBe("/products");
  history.back();
  await expect.poll(place.get).toBe("/orders/TRV-7K3M9Q");
});
