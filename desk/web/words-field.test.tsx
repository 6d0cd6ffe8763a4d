import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { CommandRun } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

const FIELDS = { shop: "Mitti", "return-days": "7", warranty: "" };

const COMMANDS = [
  describeCommand("texts", {}),
  describeCommand("services", { text: { summary: "one sentence", kind: "words" } }),
  describeCommand("offers", { points: { summary: "the points", kind: "words", many: true } }),
  describeCommand("couriers", { link: { summary: "the tracking page", kind: "tracking-link" } }),
];

let sent: CommandRun["options"][] = [];

beforeEach(() => {
  sent = [];
  answerDesk(COMMANDS, (request, address) => {
    if (address !== "/api/run") return withData({ texts: [], fields: FIELDS });
    sent.push(request.options);
    return { outcome: "done", result: {} };
  });
});

const draw = (name: string, known: Readonly<Record<string, string>>) =>
  showDesk(<CommandForm name={name} known={known} label="Save" />);

const find = (name: string) => screen.findByRole("textbox", { name: new RegExp(`^${name}`) });

async function insert(label: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: /^Insert a value/ }));
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${label}`) }));
}

test("the owner inserts a value of the shop from a list, and the field shows the sentence as customers see it", async () => {
  draw("services", { text: "Return it within {{return-days}} days to " });
  const text = await find("Text");
  expect(text.textContent).toBe("Return it within 7 days to ");
  await insert("Shop");
  expect(text.textContent).toBe("Return it within 7 days to Mitti");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toEqual([{ text: "Return it within {{return-days}} days to {{shop}}" }]);
});

test("a field for a sentence keeps the signs of Markdown, and names a value that is unknown or empty", async () => {
  draw("services", { text: "# 1. *Oil* it_ [here] <b>" });
  const text = await find("Text");
  expect(text.textContent).toBe("# 1. *Oil* it_ [here] <b>");
  await act(async () => {
    text.textContent = "From {{nowhere}}, *now*.";
  });
  expect(text.getAttribute("aria-invalid")).toBe("true");
  expect(
    screen.getByText(
      "{{nowhere}} is not a value of the shop. Remove it, or insert one of the listed values.",
    ),
  ).toBeTruthy();
  await act(async () => {
    text.textContent = "A *long* warranty: {{warranty}}.";
  });
  expect(text.getAttribute("aria-invalid")).toBeNull();
  expect(
    screen.getByText(
      "Customers do not see “A *long* warranty: .”, because “Warranty” is empty at the moment.",
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toEqual([{ text: "A *long* warranty: {{warranty}}." }]);
});

test("a list of sentences shows each one as a paragraph, and sends each one as a line", async () => {
  draw("offers", { points: "At {{shop}}\nNo code" });
  const points = await find("Points");
  expect([...points.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
    "At Mitti",
    "No code",
  ]);
  await act(async () => points.append("By itself"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toEqual([{ points: "At {{shop}}\nNo code\nBy itself" }]);
});

test("the owner inserts the tracking number into a courier's link without typing braces", async () => {
  draw("couriers", { link: "https://post.example/track/" });
  const link = await find("Tracking page");
  fireEvent.click(screen.getByRole("button", { name: "Insert the tracking number" }));
  expect(link.textContent).toBe("https://post.example/track/123456789");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toEqual([{ link: "https://post.example/track/{number}" }]);
});

test("typing {number} inserts the tracking number, and the field does not draw its text again", async () => {
  draw("couriers", { link: "https://post.example/" });
  const link = await find("Tracking page");
  await act(async () => {
    link.textContent = "https://post.example/{number}/en";
  });
  // If the editor drew the value again, it would move the cursor to the end.
  expect(link.textContent).toBe("https://post.example/{number}/en");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => sent).toEqual([{ link: "https://post.example/{number}/en" }]);
});
