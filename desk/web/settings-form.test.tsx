import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { place } from "./router.ts";
import SellerSettingsScreen from "./screens/seller-settings.tsx";
import ShopSettingsScreen from "./screens/shop-settings.tsx";
import { queries, refreshViews } from "./use-view.ts";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

const seller = describeCommand(
  "seller",
  {
    gstin: { summary: "15 characters" },
    city: { summary: "the city of the address" },
    state: { summary: "the state", choices: ["Gujarat", "Kerala"] },
    pin: { summary: "six digits" },
    phone: { summary: "the phone number for customers" },
    "officer-phone": { summary: "the grievance officer's phone" },
  },
  { reads: "alone" },
);

test("one Save button, shown only after a change, saves each changed group of the seller's settings on its own", async () => {
  let saved = {
    pin: "000000",
    city: "Sample City",
    state: "Sample State",
    gstin: "SAMPLE GSTIN",
    "officer-phone": "+91 00000 00000",
  };
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  answerDesk([seller], async ({ noun, options = {}, expected }, address) => {
    if (noun === "undo") return withData([]);
    if (address === "/api/view") {
      // The new values arrive after the response to the save.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const samples = Object.entries(saved).flatMap(([name, value]) =>
        /sample|00000/i.test(value) ? [name] : [],
      );
      const data = { values: saved, revision: String(runs.length), samples, toConfirm: [] };
      return withData(data);
    }
    runs.push({ options, expected });
    saved = { ...saved, ...options };
    return { outcome: "done", result: { message: "address.zipCode …" } };
  });
  showDesk(<SellerSettingsScreen />);
  const pin = await screen.findByRole<HTMLInputElement>("textbox", { name: "PIN" });
  expect(pin.value, "a sample value is not shown as if it were the owner's").toBe("");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.getAllByText("Still a sample"), "a mark at each field").toHaveLength(5);
  expect(screen.getByText("9 of 14 details done", { exact: false })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Start with GSTIN" }));
  expect(document.activeElement, "the warning leads to the first field").toHaveProperty("name", "gstin");
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const read = (role: "textbox" | "combobox", name: string) =>
    screen.getByRole<HTMLInputElement>(role, { name }).value;

  type("GSTIN", "24ABCDE1234F1Z6");
  expect(read("combobox", "State")).toBe("Gujarat");
  type("PIN", "395002");
  expect(read("textbox", "City")).toBe("Surat");
  type("Grievance officer's phone", "+91 98250 12345");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => runs).toHaveLength(2);
  await expect.poll(() => screen.queryByText(/details done/)).toBeNull();
  await expect.poll(() => screen.queryByRole("button", { name: "Save" })).toBeNull();
  await expect
    .poll(() => read("textbox", "Grievance officer's phone"), { message: "the form shows what was saved" })
    .toBe("+91 98250 12345");
  expect(runs).toEqual([
    {
      options: { gstin: "24ABCDE1234F1Z6", state: "Gujarat", pin: "395002", city: "Surat" },
      expected: "0",
    },
    { options: { "officer-phone": "+91 98250 12345" }, expected: "1" },
  ]);
  await expect.poll(() => queries.isFetching(), { message: "all views are loaded again" }).toBe(0);
  const countEntries = () => (history.state as { dialogs?: number } | null)?.dialogs ?? 0;
  await expect.poll(countEntries, { message: "the entry of the unsaved form is left" }).toBe(0);
});

test("a link to a field of the seller opens the screen with this field focused", async () => {
  const data = { values: { phone: "+91 98250 12345" }, revision: "0", samples: [], toConfirm: [] };
  answerDesk([seller], ({ noun }) => withData(noun === "undo" ? [] : data));
  history.replaceState(null, "", "/settings/seller?field=phone");
  place.set("/settings/seller?field=phone");
  showDesk(<SellerSettingsScreen />);
  const phone = await screen.findByRole("textbox", { name: "Phone" });
  await expect.poll(() => document.activeElement).toBe(phone);
});

test("a too light colour is reported at its field with the nearest readable colour, and the shop's name is saved without it", async () => {
  const brand: DescribedCommand = {
    ...seller,
    noun: "brand",
    options: {
      name: { summary: "the name" },
      "main-colour": { summary: "the colour of buttons", kind: "colour" },
      mark: { summary: "the square logo", kind: "file" },
    },
  };
  let saved: Record<string, string> = { name: "Taruva" };
  answerDesk([brand], ({ noun, options = {} }, address) => {
    if (noun === "undo" || noun === "products") return withData([]);
    const data = { values: saved, revision: JSON.stringify(saved), logo: null, mark: null };
    if (address === "/api/view") return withData(data);
    const reply =
      options["main-colour"] === "#E8B04A"
        ? { outcome: "refused", message: "Too light.", fields: { "main-colour": "is too light" } }
        : { outcome: "done", result: { message: "…" } };
    if (reply.outcome === "done") saved = { ...saved, ...options };
    return reply;
  });
  showDesk(<ShopSettingsScreen />);
  const colour = await screen.findByRole<HTMLInputElement>("textbox", { name: "Main colour" });
  fireEvent.change(colour, { target: { value: "#E8B04A" } });
  expect(screen.getByText(/^This colour is too light/)).toBeTruthy();
  expect(colour.getAttribute("aria-invalid")).toBe("true");
  const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  const typedName = name();
  fireEvent.change(typedName, { target: { value: "Lake Pottery" } });
  const preview = screen.getByText(/^Lake Pottery: /).closest<HTMLElement>("[inert]");
  expect(preview?.style.getPropertyValue("--walnut"), "the preview has the unsaved values").toBe("#e8b04a");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => saved).toEqual({ name: "Lake Pottery" });
  const notice =
    "Saved: Name and texts. Not saved: Colours and fonts. Correct what is marked red there, then save again.";
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(document.activeElement, "the refused field has the focus").toBe(colour);
  fireEvent.change(name(), { target: { value: "Lake Clay" } });
  expect(screen.queryByText(notice), "a later change was not refused").toBeTruthy();
  fireEvent.change(name(), { target: { value: "Lake Pottery" } });
  expect(colour.value, "the other group keeps its input").toBe("#E8B04A");
  fireEvent.click(screen.getByRole("button", { name: /^Use the nearest, #[0-9a-f]{6}$/ }));
  expect(screen.queryByText(/^This colour is too light/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Use the nearest/ })).toBeNull();
  const readable = colour.value;
  fireEvent.click(screen.getByRole("button", { name: "Use the standard colour" }));
  expect(colour.value, "an empty field stands for the standard colour").toBe("");
  expect(colour.placeholder).toBe("#4a2f1d");
  expect(screen.queryByRole("button", { name: /^Use the/ })).toBeNull();
  fireEvent.change(colour, { target: { value: readable } });

  await expect.poll(name, { message: "the form is drawn again with what was saved" }).not.toBe(typedName);
  saved = { name: "Taruva" };
  refreshViews();
  await expect
    .poll(() => name().value, { message: "a form without input shows an undone change" })
    .toBe("Taruva");
});

test("what the owner types during a save stays in the form and can be saved next, and Undo brings back discarded input", async () => {
  const brand = { ...seller, noun: "brand", options: { name: { summary: "the name" } } };
  let saved: Record<string, string> = { name: "Taruva" };
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  let response = Promise.withResolvers<void>();
  answerDesk([brand], async ({ noun, options = {}, expected }, address) => {
    if (noun === "undo" || noun === "products") return withData([]);
    const data = { values: saved, revision: String(runs.length), logo: null, mark: null };
    if (address === "/api/view") return withData(data);
    runs.push({ options, expected });
    saved = { ...saved, ...options };
    await response.promise;
    return { outcome: "done", result: { message: "…" } };
  });
  showDesk(<ShopSettingsScreen />);
  const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name(), { target: { value: "Lake" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => runs).toHaveLength(1);
  fireEvent.change(name(), { target: { value: "Lake Pottery" } });
  response.resolve();
  response = Promise.withResolvers<void>();
  response.resolve();
  await expect
    .poll(() => screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy"))
    .not.toBe("true");
  // The saved values are loaded after the response.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const typedName = name();
  expect(typedName.value).toBe("Lake Pottery");

  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(runs).toEqual([
    { options: { name: "Lake" }, expected: "0" },
    { options: { name: "Lake Pottery" }, expected: "1" },
  ]);

  await expect.poll(name, { message: "the form is drawn again with what was saved" }).not.toBe(typedName);
  fireEvent.change(name(), { target: { value: "Hill" } });
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(name().value, "the saved name").toBe("Lake Pottery");
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(name().value).toBe("Hill");
});
