import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { View } from "../../calls.ts";
import { place } from "../router.ts";
import { refreshViews } from "../use-view.ts";
import TextsScreen from "./texts.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const texts = describeCommand(
  "texts",
  { text: { summary: "the new text", kind: "markdown", or: ["none"] } },
  {
    args: [{ name: "name", summary: "the text", optional: true }],
    reads: { unless: ["text"] },
    hasPreview: true,
  },
);

const now = "2026-11-28T02:15:00.000Z";
const change = { osUser: "Asha", changedAt: now, until: now, kind: "catalogue" };
const terms = { name: "terms", isOwn: true, revision: "1" };
const list = [
  terms,
  { name: "faq", isOwn: false, revision: "2", source: "# Questions\n\nAn invoice has our GSTIN." },
  { name: "mails/order-dispatched", isOwn: false, revision: "3" },
  { name: "mails/order-paid", isOwn: false, revision: "4" },
];
const previews: View["options"][] = [];
const down = { code: "unavailable", message: "The shop does not answer." };
let isDown = false;
const FAULT = "Line 3, “{{x}}”, {{x}} is not a value of the shop.";
const refused = { outcome: "usage", message: `Text: ${FAULT}`, fields: { text: FAULT } };

function openTexts(address: string, isWide: boolean, shownTexts: readonly object[] = list): void {
  previews.length = 0;
  const media = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => media);
  answerDesk([texts], ({ noun, args, options }, path) => {
    if (path === "/api/run") return refused;
    if (isDown && noun === "texts" && args?.["name"]) return Response.json({ error: down }, { status: 503 });
    if (noun === "preview") previews.push(options);
    if (noun === "preview" && options?.["text"]?.includes("{{x}}")) return refused;
    const data: Readonly<Record<string, unknown>> = {
      texts: args?.["name"]
        ? { ...terms, source: "# Our terms\n\nBe kind." }
        : { texts: shownTexts, fields: { shop: "Mitti" } },
      preview: { html: "<p>Our terms</p>" },
      check: {
        problems: [
          {
            screen: "/settings/texts?text=terms",
            rule: "/settings/selling",
            what: "promises “30 days return”, but pieces can be returned within 7 days",
          },
          { screen: "/settings/texts?text=faq", what: "has two headings" },
        ],
        passed: [],
      },
      undo: [
        { ...change, number: 2, summary: "the text “Shipping policy”: new" },
        { ...change, number: 1, summary: "the text “Terms and conditions”: new" },
      ],
      mail: args?.["kind"]
        ? { kind: "order-paid", source: "# Order paid\n\nThank you.", fields: {} }
        : [
            {
              kind: "order-paid",
              when: "an order is paid; the e-mail has the invoice",
              source: "# Order {{order}} is confirmed\n\n## Thank you\n\nWe have received {{paid}}.",
            },
          ],
    };
    return withData(data[noun] ?? []);
  });
  history.replaceState(null, "", address);
  place.set(address);
  showDesk(<TextsScreen />);
}

/** Waits after the change, because the editor observes the page and is notified later. */
async function type(field: HTMLElement, words: string): Promise<void> {
  await act(async () => {
    field.textContent = words;
  });
}

test("a text has a separate field for its title, and on a laptop its preview is shown at once", async () => {
  openTexts("/settings/texts?text=terms", true);
  const title = await screen.findByRole("textbox", { name: /^Title/ });
  expect(title.textContent).toBe("Our terms");
  expect(screen.getByRole("textbox", { name: /^Text/ }).textContent).toBe("Be kind.");
  await expect.poll(() => previews).toEqual([{ text: "# Our terms\n\nBe kind." }]);
  await type(title, "House rules");
  await expect.poll(() => previews.at(-1)).toEqual({ text: "# House rules\n\nBe kind." });
  expect(await screen.findByText("The text “Terms and conditions”: new")).toBeTruthy();
  expect(screen.queryByText(/Shipping policy|shipping-policy/), "the change of another text").toBeNull();
});

test("while a text has an error, its preview shows the last version without an error", async () => {
  openTexts("/settings/texts?text=terms", true);
  const text = await screen.findByRole("textbox", { name: /^Text/ });
  const page = await screen.findByTitle<HTMLIFrameElement>(/preview$/);
  await type(text, "{{x}}");
  expect((await screen.findByRole("alert")).textContent).toBe(`Text: ${FAULT}`);
  expect(screen.getByTitle(/preview$/)).toBe(page);
  expect(page.srcdoc).toBe("<p>Our terms</p>");
  await type(text, "Be kind.");
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
});

test("the list marks a text that contradicts a rule, and says why", async () => {
  openTexts("/settings/texts", false);
  const mark = await screen.findByText("Contradicts your rules");
  expect(mark.closest("li")?.textContent).toContain("Terms and conditions");
  expect(mark.closest("li")?.textContent).toContain("It promises “30 days return”, but");
});

test("a save without a title focuses the title with its error, and the preview keeps the last title", async () => {
  openTexts("/settings/texts?text=terms", true);
  const title = await screen.findByRole("textbox", { name: /^Title/ });
  await type(title, "");
  await type(screen.getByRole("textbox", { name: /^Text/ }), "Be kind. {{x}}");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => document.activeElement).toBe(title);
  expect(screen.getByText("Enter a title.")).toBeTruthy();
  expect(screen.queryByText(FAULT)).toBeNull();
  expect(new Set(previews.map((options) => options?.["text"]))).toEqual(new Set(["# Our terms\n\nBe kind."]));
});

test("a refused text is reported beside the button Save, and each refusal scrolls its error into view", async () => {
  const scrolledTo: (string | null)[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.textContent);
  };
  openTexts("/settings/texts?text=terms", false);
  const text = await screen.findByRole("textbox", { name: /^Text/ });
  await type(text, "{{x}}");
  const save = screen.getByRole("button", { name: "Save" });
  for (const time of ["first", "second"]) {
    text.blur();
    scrolledTo.length = 0;
    fireEvent.click(save);
    await expect.poll(() => document.activeElement).toBe(text);
    expect(scrolledTo, time).toEqual([FAULT]);
    expect(save.parentElement?.textContent).toContain("Nothing was saved");
  }
  await type(text, "Be kind again.");
  expect(save.parentElement?.textContent, "the text was corrected").toBe("SaveDiscardNot saved: Text");
});

test("if a text cannot be read, the screen says why and offers to try again", async () => {
  isDown = true;
  openTexts("/settings/texts?text=terms", true);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText(down.message)).toBeTruthy();
  isDown = false;
  fireEvent.click(again);
  expect((await screen.findByRole("textbox", { name: /^Title/ })).textContent).toBe("Our terms");
  expect(screen.queryByText(down.message)).toBeNull();
});

test("on a phone, the preview of a text is requested only after a tap", async () => {
  openTexts("/settings/texts?text=terms", false);
  fireEvent.click(await screen.findByText("Preview"));
  await expect.poll(() => previews).toEqual([{ text: "# Our terms\n\nBe kind." }]);
  expect(screen.queryByRole("textbox", { name: /^Title/ })).toBeNull();
});

test("the list of texts shows which texts are the owner's own and when they changed, and has filters for own texts and for groups", async () => {
  openTexts("/settings/texts", true);
  const listLinks = () => screen.queryAllByRole("link").map((link) => link.textContent);
  await expect.poll(listLinks).toEqual(["Terms and conditions", "Questions and answers"]);
  fireEvent.click(screen.getByRole("button", { name: "Orders" }));
  await expect.poll(listLinks).toEqual(["Order paid"]);
  expect(screen.getByRole("heading", { name: "E-mails: orders" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Your own (1)" }));
  await expect.poll(listLinks).toEqual(["Terms and conditions"]);
  expect(screen.getByText("Changed 28 Nov 2026 at 7:45 am, Asha")).toBeTruthy();
  expect(
    screen.getByRole("button", { name: /^Restore the standard text\s*Terms and conditions/ }),
  ).toBeTruthy();
});

test.each([
  ["paid order", ["Order paid"]],
  ["Order confirmation", ["Order paid"]],
  ["thank you", ["Order paid"]],
  ["received", ["Order paid"]],
  ["shipping", ["Order dispatched"]],
  ["receipt", ["Questions and answers", "Order paid"]],
  ["aid", []],
  ["constructor", []],
])("a search for %j finds the texts %j", async (typed, names) => {
  openTexts("/settings/texts", true);
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: typed } });
  const listLinks = () => screen.queryAllByRole("link").map((link) => link.textContent);
  await expect.poll(listLinks).toEqual(names);
});

test("what the owner has typed stays in the form when somebody else restores the standard text of the e-mail", async () => {
  const mails = [{ name: "mails/order-paid", isOwn: true, revision: "3" }];
  openTexts("/settings/texts?text=mails/order-paid", true, mails);
  const field = await screen.findByRole("textbox", { name: /^Text/ });
  await type(field, "We pack it today.");
  mails[0] = { name: "mails/order-paid", isOwn: false, revision: "4" };
  refreshViews();
  expect(await screen.findByText(/^Somebody else saved this text/)).toBeTruthy();
  expect(screen.getByRole("textbox", { name: /^Text/ })).toBe(field);
  expect(field.textContent).toBe("We pack it today.");
});
