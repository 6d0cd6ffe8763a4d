import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { ProductForm } from "./product-form.tsx";
import { answerDesk, drawDesk, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const lastToast = vi.hoisted(() => ({ undo: () => {} }));
vi.mock("#ui/toast.ts", async (load) => ({
  ...(await load<object>()),
  toastSuccess: (_text: string, action?: { onClick: () => void }) => {
    if (action) lastToast.undo = action.onClick;
  },
}));

const set: DescribedCommand = {
  noun: "products",
  verb: "set",
  summary: "Changes a product.",
  args: [{ name: "id", summary: "the product" }],
  options: {
    price: { summary: "the price in rupees before GST", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["now", "none"] },
    stock: { summary: "the pieces in the workshop", or: ["none"] },
    hsn: { summary: "the HSN code", or: ["none"] },
    category: { summary: "the category in the menu: Serveware, Tableware, …", kind: "category" },
    finish: { summary: "the finish of the surface, e.g. food-safe mineral oil; or none", or: ["none"] },
  },
  examples: [],
  hasPreview: true,
};

const product = {
  id: "teak-tray",
  price: 90_000,
  originalPrice: 120_000,
  onHand: 4,
  leadDays: null,
  backorder: false,
  hsn: "4419",
  gstRate: 18,
  revision: 7,
};

const others = { known: {}, groups: [], hints: {}, below: {}, onValues: () => {} };
const draw = (now: typeof product) => drawDesk(<ProductForm {...others} product={now} />);

const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

const read = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name }).value;

test("the product form shows a hint only if it adds something to the label and the choices", async () => {
  answerDesk([set], () => []);
  const groups = [{ title: "Others", names: ["category", "finish"] }];
  showDesk(<ProductForm {...{ product, groups }} known={{}} hints={{}} below={{}} onValues={() => {}} />);
  const finish = await screen.findByRole("textbox", { name: "Finish" });
  const category = screen.getByRole("combobox", { name: /^Category/ });
  expect([finish, category].map((field) => field.hasAttribute("aria-describedby"))).toEqual([true, false]);
});

test("the product form sends only the changed values with the product's revision, and keeps typed values after an error and after a change of the pictures", async () => {
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([set]);
    const { options, expected } = JSON.parse(body) as CommandRun;
    runs.push({ options, expected });
    return new Response(
      `${JSON.stringify({ outcome: "usage", message: "", fields: { was: "Enter more than ₹900.00." } })}\n`,
    );
  });
  const { rerender } = render(draw(product));
  const stock = await screen.findByRole<HTMLInputElement>("textbox", { name: "Pieces in the workshop" });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  const send = async () => {
    const count = runs.length;
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect.poll(() => runs).toHaveLength(count + 1);
    await expect.poll(() => stock.closest("form")?.getAttribute("aria-busy")).toBe("false");
  };
  type("Pieces in the workshop", "9");
  await send();
  type("Earlier price", "");
  await send();
  expect(runs).toEqual([
    { options: { stock: "9" }, expected: "4" },
    { options: { was: "none", stock: "9" }, expected: "7 4" },
  ]);
  expect(await screen.findByText("Enter more than ₹900.00.")).toBeTruthy();

  // A new picture or another visibility gives the product another revision.
  rerender(draw({ ...product, revision: 8 }));
  await send();
  expect(runs.at(-1)).toEqual({ options: { was: "none", stock: "9" }, expected: "8 4" });
});

test("a change by somebody else fills the untouched fields of the product form, and typed values are kept with a notice until they are discarded", async () => {
  answerDesk([set], () => []);
  const { rerender } = render(draw(product));
  await screen.findByRole("textbox", { name: "Pieces in the workshop" });
  type("Pieces in the workshop", "9");
  type("Earlier price", "1100");
  rerender(draw({ ...product, price: 95_000, revision: 8 }));
  expect(read(/^Price/)).toBe("950");
  expect(read("Pieces in the workshop")).toBe("9");
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  rerender(draw({ ...product, price: 95_000, originalPrice: 130_000, onHand: 9, revision: 9 }));
  expect(read("Earlier price")).toBe("1100");
  expect(screen.getByText(/^Somebody else changed Earlier price \(now 1300\)\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(read("Earlier price")).toBe("1300");
  type("Earlier price", "1400");
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
});

test("after Discard, a change by somebody else is shown, and Undo brings the input back with a notice about that change", async () => {
  answerDesk([set], () => []);
  const { rerender } = render(draw(product));
  await screen.findByRole("textbox", { name: "Pieces in the workshop" });
  type("Earlier price", "1100");
  type("Pieces in the workshop", "9");
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  rerender(draw({ ...product, price: 95_000, originalPrice: 130_000, revision: 8 }));
  expect([read("Earlier price"), read("Pieces in the workshop")]).toEqual(["1300", "4"]);
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  act(() => lastToast.undo());
  expect([read("Earlier price"), read("Pieces in the workshop"), read(/^Price/)]).toEqual([
    "1100",
    "9",
    "950",
  ]);
  expect(screen.getByText(/^Somebody else changed Earlier price \(now 1300\)\. Your input/)).toBeTruthy();
});

test("after a save whose response was lost, the saved value is not reported as a change by somebody else", async () => {
  answerDesk([set], (_, address) =>
    address === "/api/run"
      ? new Response(`${JSON.stringify({ outcome: "failed", message: "The desk stopped responding." })}\n`)
      : [],
  );
  const { rerender } = render(draw(product));
  await screen.findByRole("textbox", { name: "Pieces in the workshop" });
  type(/^Price/, "1,000");
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("The desk stopped responding.")).toBeTruthy();
  rerender(draw({ ...product, price: 100_000, revision: 8 }));
  expect(read(/^Price/)).toBe("1,000");
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  rerender(draw({ ...product, price: 120_000, revision: 9 }));
  expect(read(/^Price/)).toBe("1,000");
  expect(screen.getByText(/^Somebody else changed Price .*\(now 1200\)/)).toBeTruthy();
});

test("after a save whose response was lost, a value that the shop writes differently is not reported as a change by somebody else", async () => {
  answerDesk([set], (_, address) =>
    address === "/api/run"
      ? new Response(`${JSON.stringify({ outcome: "failed", message: "The desk stopped responding." })}\n`)
      : [],
  );
  const groups = [{ title: "Others", names: ["finish"] }];
  const drawFinish = (finish: string) =>
    drawDesk(<ProductForm {...others} groups={groups} known={{ finish }} product={product} />);
  const { rerender } = render(drawFinish("Wax"));
  await screen.findByRole("textbox", { name: "Finish" });
  type("Finish", "Mineral oil  with 2.5 % wax ");
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("The desk stopped responding.")).toBeTruthy();
  rerender(drawFinish("Mineral oil with 2.5 % wax"));
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  rerender(drawFinish("Mineral oil with 25 % wax"));
  expect(screen.getByText(/^Somebody else changed Finish \(now Mineral oil with 25 % wax\)/)).toBeTruthy();
});

test("text typed during a save stays in the form as an unsaved change, whether the saved product is loaded before or after the response", async () => {
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  let respond = () => {};
  answerDesk([set], async ({ options, expected }, address) => {
    if (address !== "/api/run") return [];
    runs.push({ options, expected });
    await new Promise<void>((resolve) => (respond = resolve));
    return undefined;
  });
  const { rerender } = render(draw(product));
  const stock = await screen.findByRole("textbox", { name: "Pieces in the workshop" });
  const save = async () => {
    const count = runs.length;
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect.poll(() => runs).toHaveLength(count + 1);
  };
  const finish = async () => {
    respond();
    await expect.poll(() => stock.closest("form")?.getAttribute("aria-busy")).toBe("false");
  };
  type(/^Price/, "1,000");
  await save();
  type(/^Price/, "1,0005");
  type("Earlier price", "20000");
  await finish();
  rerender(draw({ ...product, price: 100_000, revision: 8 }));
  expect([read(/^Price/), read("Earlier price")]).toEqual(["1,0005", "20000"]);
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  await save();
  expect(runs.at(-1)).toEqual({ options: { price: "1,0005", was: "20000" }, expected: "8" });
  type("Pieces in the workshop", "9");
  rerender(draw({ ...product, price: 1_000_500, originalPrice: 2_000_000, revision: 9 }));
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  await finish();
  await expect.poll(() => read(/^Price/)).toBe("10005");
  expect(read("Pieces in the workshop")).toBe("9");
  expect(screen.queryByText(/^Somebody else/)).toBeNull();
  await save();
  expect(runs.at(-1)).toEqual({ options: { stock: "9" }, expected: "4" });
  await finish();
});
