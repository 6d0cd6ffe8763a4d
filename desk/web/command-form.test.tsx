import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CommandRun, DescribedCommand, View } from "../calls.ts";
import { CommandButton } from "./command-button.tsx";
import { CommandForm } from "./command-form.tsx";
import { addAmount } from "./form-labels.ts";
import { place } from "./router.ts";
import CommandScreen from "./screens/command.tsx";
import { refreshAfterNews } from "./use-view.ts";
import { OrderLines } from "./word-field.tsx";
import { answerDesk, describeCommand, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const withoutPreview = describeCommand(
  "customers delete",
  { words: { summary: "your reason, in quotes" }, name: { summary: "the customer's name" } },
  { args: [{ name: "email", summary: "the customer's address" }] },
);
const remove: DescribedCommand = { ...withoutPreview, hasPreview: true };

const OPEN = "asha@example.com has an open order. Deliver or cancel it first.";

test("a button of the desk is disabled and shows the reason while the shop would refuse its command", async () => {
  let reply: object = { outcome: "refused", message: OPEN };
  const views: View[] = [];
  answerDesk([remove], (request) => {
    views.push(request);
    return reply;
  });
  showDesk(
    <CommandButton name="customers delete" values={{ email: "asha@example.com" }} checksFirst>
      Delete
    </CommandButton>,
  );
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete", description: "" });
  expect(await screen.findByText(OPEN)).toBeTruthy();
  expect(button.disabled).toBe(true);
  expect(screen.getByRole("button", { description: OPEN })).toBe(button);
  expect(views).toMatchObject([
    { noun: "customers", verb: "delete", args: { email: "asha@example.com" }, options: {}, dryRun: true },
  ]);
  reply = { outcome: "done", result: {} };
  refreshAfterNews();
  await expect.poll(() => button.disabled).toBe(false);
  expect(screen.queryByText(OPEN)).toBeNull();
});

test("a desk form shows no hint that repeats the field's label or is about the command line", async () => {
  answerDesk([remove]);
  showDesk(<CommandForm name="customers delete" hidden={["email"]} />);
  expect(await screen.findByText("Your reason")).toBeTruthy();
  expect(screen.queryByText("The customer's name")).toBeNull();
});

test("a desk form with the confirmation question below its fields asks again on submit only if the question has changed", async () => {
  let question = "Delete the account?";
  const answered: string[] = [];
  answerDesk([remove], ({ confirmed = false }) => {
    if (confirmed) answered.push(question);
    // The confirmation must repeat the shop's question exactly, although the desk shows it with labels of its screens.
    return confirmed === question
      ? { outcome: "done", result: { message: "Deleted." } }
      : { outcome: "confirm", question };
  });
  showDesk(<CommandForm name="customers delete" known={{ email: "asha@example.com" }} asksBelow />);
  expect(await screen.findByText("Delete the account?")).toBeTruthy();
  const button = screen.getByRole("button", { name: "Delete" });
  question = "Delete the account and its open order?";
  fireEvent.click(button);
  expect(await screen.findByRole("alertdialog", { name: question })).toBeTruthy();
  expect(answered).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "No" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Asha" } });
  expect(await screen.findByText(question)).toBeTruthy();
  fireEvent.click(button);
  expect(await screen.findByText("Deleted.")).toBeTruthy();
  expect(answered).toEqual([question]);
});

test("a desk form requests its confirmation question again only after a change of a field that the question depends on", async () => {
  const refund: DescribedCommand = {
    ...remove,
    options: { ...remove.options, amount: { summary: "another amount", kind: "amount" } },
  };
  const asked: CommandRun["options"][] = [];
  answerDesk([refund], ({ options = {} }) => {
    asked.push(options);
    return { outcome: "confirm", question: `Refund ${options["amount"]}?` };
  });
  showDesk(
    <CommandForm
      name="customers delete"
      known={{ email: "asha@example.com", words: "cracked", amount: "20" }}
      asksBelow
    />,
  );
  const change = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const status = (await screen.findByText("Refund 20?")).closest("[role=status]");
  change("Text", "cracked twice");
  expect(status?.getAttribute("aria-busy")).toBe("false");
  change("Amount", "30");
  expect(status?.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByText("Refund 20?")).toBeTruthy();
  expect(await screen.findByText("Refund 30?")).toBeTruthy();
  expect(asked).toEqual([
    { words: "cracked", amount: "20" },
    { words: "cracked twice", amount: "30" },
  ]);
  change("Text", "10%");
  expect(status?.getAttribute("aria-busy"), "a number can change each amount").toBe("true");
});

test("while the confirmation question below a desk form is loading, a click on the button waits for it, and Enter opens it in a dialog", async () => {
  const asked: CommandRun["dryRun"][] = [];
  const confirmed: object[] = [];
  answerDesk([remove], ({ dryRun, confirmed: answer, options = {} }) => {
    asked.push(dryRun);
    if (answer) confirmed.push({ answer, options });
    return answer
      ? { outcome: "done", result: { message: "Deleted." } }
      : { outcome: "confirm", question: `Delete the account${options["name"] ? " of 10%" : ""}?` };
  });
  showDesk(<CommandForm name="customers delete" known={{ email: "asha@example.com" }} asksBelow />);
  const button = await screen.findByRole("button", { name: "Delete" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.getAttribute("aria-busy")).toBeNull();
  fireEvent.click(button, { detail: 1 });
  expect(button.getAttribute("aria-busy"), "the button shows that the question is loading").toBe("true");
  expect(await screen.findByText("Delete the account?")).toBeTruthy();
  expect(button.getAttribute("aria-busy")).toBeNull();
  expect(asked).toEqual(["question"]);
  expect(button.getAttribute("aria-disabled")).toBeNull();
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "10%" } });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button, { detail: 0 });
  expect(await screen.findByRole("alertdialog", { name: "Delete the account of 10%?" })).toBeTruthy();
  expect(asked).toContain(undefined);
  expect(confirmed).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Yes, do it" }));
  expect(await screen.findByText("Deleted.")).toBeTruthy();
  expect(confirmed).toEqual([{ answer: "Delete the account of 10%?", options: { name: "10%" } }]);
});

test("the button of a desk form shows the amount to refund even while a required text is still empty", async () => {
  const asked: CommandRun["options"][] = [];
  answerDesk([remove], ({ options = {} }) => {
    asked.push(options);
    return options["words"]
      ? { outcome: "confirm", question: "Cancel TRV-7K3M9Q?", amountPaise: 99_900 }
      : { outcome: "usage", message: "", fields: { words: "Please fill this in." } };
  });
  showDesk(
    <CommandForm
      name="customers delete"
      known={{ email: "asha@example.com" }}
      groups={[
        { title: "Why", names: ["words"] },
        { title: "Name", names: ["name"], isShown: () => false },
      ]}
      needed={["words", "name"]}
      label="Cancel and refund"
      asksBelow
    />,
  );
  expect(await screen.findByRole("button", { name: "Cancel and refund ₹999.00" })).toBeTruthy();
  expect(asked).toEqual([{ words: "…" }]);
});

test("a desk form shows once why the shop would refuse the command, until a value changes", async () => {
  answerDesk([remove], ({ options = {} }) =>
    options["name"] === "Asha"
      ? { outcome: "confirm", question: "Delete the account?" }
      : { outcome: "refused", message: OPEN },
  );
  showDesk(
    <CommandForm
      name="customers delete"
      known={{ email: "asha@example.com" }}
      needed={["words", "name"]}
      asksBelow
    />,
  );
  const change = async (name: RegExp, value: string) =>
    fireEvent.change(await screen.findByRole("textbox", { name }), { target: { value } });
  await change(/^Name/, "Meera");
  expect(await screen.findByText(OPEN)).toBeTruthy();
  await change(/^Text/, "moved away");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await expect
    .poll(() => screen.getByRole("button", { name: "Delete" }).getAttribute("aria-busy"))
    .toBeNull();
  expect(screen.getAllByText(OPEN)).toHaveLength(1);
  await change(/^Name/, "Asha");
  expect(await screen.findByText("Delete the account?")).toBeTruthy();
  expect(screen.queryByText(OPEN)).toBeNull();
});

test("the desk screen of a command that lists and changes data shows the list at once", async () => {
  const payments = { ...remove, noun: "payments", verb: "", reads: { unless: ["seen"] } };
  const described: DescribedCommand = {
    ...payments,
    args: [{ name: "orderId", summary: "the order", optional: true }],
    options: { seen: { summary: "mark the problem as seen", flag: true } },
  };
  const views: View[] = [];
  answerDesk([described], (request) => {
    views.push(request);
    return { outcome: "done", result: { columns: ["Customer"], rows: [["Asha"]], data: [] } };
  });
  showDesk(<CommandScreen params={{ noun: "payments" }} />);
  expect(await screen.findByRole("rowheader", { name: "Asha" })).toBeTruthy();
  expect(views).toEqual([{ noun: "payments", verb: "" }]);
  expect(screen.getByRole("button", { name: "Show", hidden: true })).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Seen", hidden: true }));
  expect(screen.getByRole("button", { name: "Do it", hidden: true })).toBeTruthy();
});

test("a command that has its own desk screen opens that screen instead of a form", async () => {
  showDesk(<CommandScreen params={{ noun: "messages" }} />);
  // Wait, because the browser first removes the history entries that unsaved forms of earlier tests have added.
  await expect.poll(place.get).toBe("/people/messages");
});

test("a desk form warns about a PIN that is not in the chosen state", async () => {
  const correct: DescribedCommand = {
    ...remove,
    options: { pin: { summary: "the PIN code" }, state: { summary: "the state" } },
  };
  answerDesk([correct]);
  showDesk(<CommandForm name="customers delete" known={{ email: "asha@example.com" }} />);
  fireEvent.change(await screen.findByRole("textbox", { name: "PIN" }), { target: { value: "380006" } });
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.change(screen.getByRole("combobox", { name: "State" }), { target: { value: "Kerala" } });
  expect(screen.getByRole("alert").textContent).toMatch(/^PIN 380006 is in Gujarat, not Kerala\./);
});

test("an error at a field disappears when the field changes, and a refusal gets the focus and disappears when a field changes", async () => {
  let reply: object = {
    outcome: "usage",
    message: "",
    fields: { words: "Too short.", name: "Not a name." },
  };
  answerDesk([withoutPreview], () => reply);
  showDesk(<CommandForm name="customers delete" known={{ email: "asha@example.com" }} />);
  const button = await screen.findByRole("button", { name: "Delete" });
  const change = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  fireEvent.click(button);
  expect(await screen.findByText("Too short.")).toBeTruthy();
  change("Text", "moved abroad");
  expect(screen.queryByText("Too short.")).toBeNull();
  expect(screen.getByText("Not a name.")).toBeTruthy();
  change("Name", "Asha");
  expect(screen.queryByText("Not a name.")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();

  reply = { outcome: "refused", message: OPEN };
  fireEvent.click(button);
  const refusal = await screen.findByRole("alert");
  expect(refusal.textContent).toBe(OPEN);
  await expect.poll(() => document.activeElement).toBe(refusal);
  change("Name", "Asha Patel");
  expect(screen.queryByText(OPEN)).toBeNull();
});

test("a desk form does not send a field that is hidden because of another field's value", async () => {
  const sent: CommandRun["options"][] = [];
  answerDesk([withoutPreview], (request) => void sent.push(request.options));
  showDesk(
    <CommandForm
      name="customers delete"
      known={{ email: "asha@example.com" }}
      groups={[
        {
          title: "Why",
          names: ["words", "name"],
          isShown: ({ words }, name) => name === "words" || !words,
        },
      ]}
    />,
  );
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Asha" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Text" }), { target: { value: "moved abroad" } });
  expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await expect.poll(() => sent).toEqual([{ words: "moved abroad" }]);
});

test("an error in an uploaded file is shown at its form field, and a collapsed group opens if one of its fields has an error", async () => {
  const importList = describeCommand(
    "products import",
    { hsn: { summary: "the HSN of new products" } },
    { args: [{ name: "list", summary: "a CSV file", kind: "file", optional: true }], hasPreview: true },
  );
  let reply: object = { outcome: "refused", message: "Nothing was imported.\nrow 2: price is missing." };
  answerDesk([importList], () => reply);
  showDesk(
    <CommandForm
      name="products import"
      groups={[
        { title: "The list", names: ["list"] },
        { title: "For other lists", names: ["hsn"], isFolded: true },
      ]}
      needed={["list"]}
      label="Import"
      drawPreview={({ outcome }) => outcome === "done" && "36 products"}
    />,
  );
  const file = await screen.findByLabelText<HTMLInputElement>(/^File/);
  const choose = () =>
    fireEvent.change(file, {
      target: { files: [new File(["slug,price"], "goods.csv", { type: "text/csv" })] },
    });
  choose();
  await screen.findByText(/row 2: price is missing/);
  expect(screen.getByLabelText(/^File/, { selector: "[aria-invalid]" })).toBe(file);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Import" });
  expect(button.disabled).toBe(true);
  reply = {
    outcome: "usage",
    message: "",
    fields: { hsn: "Enter the HSN of new products." },
  };
  choose();
  expect(await screen.findByText("Enter the HSN of new products.")).toBeTruthy();
  expect(screen.getByText("For other lists").closest("details")?.open).toBe(true);
  reply = { outcome: "done", result: {} };
  choose();
  expect(await screen.findByText("36 products")).toBeTruthy();
  expect(button.disabled).toBe(false);
});

test("a refund form sends only the fields of the chosen kind of refund, and nothing before the pieces or the amount are entered", async () => {
  const refund = describeCommand(
    "orders refund",
    {
      line: { summary: "the pieces", kind: "pieces", many: true },
      amount: { summary: "the amount", kind: "amount" },
    },
    { hasPreview: true },
  );
  const sent: CommandRun["options"][] = [];
  const asked: CommandRun["options"][] = [];
  answerDesk([refund], ({ options, dryRun }) => {
    (dryRun ? asked : sent).push(options);
    return dryRun
      ? { outcome: "confirm", question: "Refund ₹150.00 of ₹999.00?", amountPaise: 15_000 }
      : { outcome: "done", result: {} };
  });
  showDesk(
    <OrderLines value={[{ productId: "tray", title: "Teak Tray", quantity: 2, imageUrl: null }]}>
      <CommandForm
        name="orders refund"
        alternatives={{ label: "What", fields: { "Some pieces": ["line"], "An amount": ["amount"] } }}
        needed={["line", "amount"]}
        asksBelow
        label="Refund"
      />
    </OrderLines>,
  );
  const pieces = await screen.findByRole("combobox", { name: "Teak Tray" });
  expect(screen.getByText(/^Choose the pieces to see/), "the place of the question").toBeTruthy();
  expect(pieces.hasAttribute("data-initial-focus"), "the first step").toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  expect(screen.getByText("Choose at least one piece.")).toBeTruthy();
  expect(document.activeElement).toBe(pieces);
  fireEvent.change(pieces, { target: { value: "1" } });
  expect(screen.queryByText("Choose at least one piece.")).toBeNull();
  expect(screen.queryByText(/^Choose the pieces to see/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "An amount" }));
  expect(screen.queryByRole("combobox", { name: "Teak Tray" })).toBeNull();
  const amount = screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" });
  expect(amount.required).toBe(true);
  fireEvent.change(amount, { target: { value: " " } });
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  expect(screen.getByText("Enter an amount.")).toBeTruthy();
  fireEvent.change(amount, { target: { value: "150" } });
  expect(screen.queryByText("Enter an amount.")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Refund ₹150.00" }));
  await expect.poll(() => sent).toEqual([{ amount: "150" }]);
  expect(asked).toEqual([{ amount: "150" }]);
});

test("the button of a form that refunds or records money shows the amount once", () => {
  const refund = { amountPaise: 99_900 };
  expect(addAmount("Refund", refund)).toBe("Refund ₹999.00");
  expect(addAmount("Record a payment", { action: "Record ₹4,382.64" })).toBe("Record ₹4,382.64");
  expect(addAmount("Cancel and refund", refund)).toBe("Cancel and refund ₹999.00");
  expect(addAmount("Approve cancellation", refund)).toBe("Approve cancellation, refund ₹999.00");
  expect(addAmount("Refund a lost parcel", refund)).toBe("Refund a lost parcel: ₹999.00");
  expect(addAmount("Send again", { amountPaise: 0 })).toBe("Send again");
  expect(addAmount("Send again")).toBe("Send again");
});
