import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EditedText } from "./edited-text.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { interceptLinks, place as shownPlace } from "./router.ts";

const FIELDS = { shop: "Mitti", shipping: "₹80", "delivery-time": "5 days", warranty: "" };
const SHOWN = {
  Editor: MarkdownField,
  isMail: false,
  mailFields: {},
  fields: FIELDS,
  drawPreview: () => "the page",
};
const TEXT = "# Terms\n\n## At {{shop}} {#who}\n\nBe **kind**{{warranty}}.";
const changes: string[] = [];

const draw = (error?: string, isMail = false, text = TEXT) => (
  <EditedText value={{ ...SHOWN, isMail }}>
    <MarkdownField label="Text" value={text} error={error} onChange={(text) => void changes.push(text)} />
  </EditedText>
);

const findTitle = () => screen.queryByRole("textbox", { name: /^Title/ });

/** Waits after the change, because the editor observes the page and is notified later. */
async function type(field: HTMLElement, words: string): Promise<void> {
  await act(async () => {
    field.textContent = words;
  });
}

const findText = () => screen.getByRole("textbox", { name: /^Text/ });

/** Puts the cursor into a word of the text, or selects the word. */
function place(word: string, isSelected = false): void {
  const texts = document.createTreeWalker(findText(), NodeFilter.SHOW_TEXT, (node) =>
    node.textContent?.includes(word) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  );
  const node = texts.nextNode();
  if (!node) throw new Error(`The text does not contain ${word}.`);
  const at = node.textContent?.indexOf(word) ?? 0;
  findText().focus();
  const [start, end] = isSelected ? [at, at + word.length] : [at + 1, at + 1];
  getSelection()?.setBaseAndExtent(node, start, node, end);
  act(() => void document.dispatchEvent(new Event("selectionchange")));
}

const paste = (html: string, text: string) =>
  fireEvent.paste(findText(), {
    clipboardData: { getData: (type: string) => (type === "text/html" ? html : text) },
  });

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("on a phone, an error opens the text instead of the preview, and the text stays open while the owner corrects it", async () => {
  const { rerender } = render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(findTitle()).toBeNull();
  rerender(draw("Line 3 contains <br>."));
  expect(screen.getByRole("button", { name: "Write" }).getAttribute("aria-pressed")).toBe("true");
  await type(findTitle()!, "House rules");
  rerender(draw());
  expect(findTitle()).not.toBeNull();
});

test("Escape in the field of a link returns the focus to the text", () => {
  render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Link" }));
  fireEvent.keyDown(screen.getByLabelText(/^Link to/), { key: "Escape" });
  expect(screen.queryByLabelText(/^Link to/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Text/ }));
});

test("the editor shows headings, bold words and values instead of Markdown, and returns Markdown", async () => {
  render(draw());
  const text = screen.getByRole("textbox", { name: /^Text/ });
  expect(text.getAttribute("aria-required")).toBe("true");
  expect(screen.getByRole("heading", { name: "At Mitti" })).toBeTruthy();
  expect(text.querySelector("strong")?.textContent).toBe("kind");
  expect(text.textContent).toBe("At MittiBe kindWarranty: empty.");
  await act(async () => text.append("Thank you."));
  expect(changes.at(-1)).toBe(`${TEXT}\n\nThank you.`);
});

test("the menu for inserting a value groups the values, and its search finds a value by its current text", () => {
  render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Insert a value" }));
  const list = () =>
    screen.getAllByRole("group").flatMap((group) => {
      const title = group.getAttribute("aria-label");
      const names = [...group.querySelectorAll("button")].map((button) => button.firstChild?.textContent);
      return title === "Format" || title === "View" ? [] : [[title, ...names]];
    });
  expect(list()).toEqual([
    ["Your shop", "Shop"],
    ["Delivery", "Shipping", "Delivery time"],
    ["Returns and refunds", "Warranty"],
  ]);
  fireEvent.change(screen.getByLabelText(/^Find a value/), { target: { value: "5 days" } });
  expect(list()).toEqual([["Delivery", "Delivery time"]]);
});

test.each([
  ["a heading", "", "<h2>Law</h2>", "Law", "Old Lawwords"],
  ["a list with one item", "", "<ul><li>Teak</li></ul>", "Teak", "Old Teakwords"],
  ["a word with a space after it", "", "<span>One </span>", "One ", "Old One words"],
  ["plain words with a space after them", "", "", "One ", "Old One words"],
  ["several paragraphs", "", "<h2>Law</h2><p>India</p>", "", "Old Law\n\nIndiawords"],
  ["a line break", "", "<b>Oil<br>it</b>", "", "Old **Oil**\n\n**it**words"],
  ["a table", "", "<table><tr><th>Size</th><td>1 cm</td></tr></table>", "", "Old Size 1 cmwords"],
  ["Markdown", "", "", "**a**\n\n- b\n- c", "Old **a**\n\n- b\n- cwords"],
  ["Markdown in an e-mail", "mail", "", "**a**\n\n- b\n- c", "Old a\n\nb\n\ncwords"],
  ["a picture", "", "<img src=x>", "", "Old words"],
])("pasting %s inserts only formats that the text can contain", (_, mail, html, text, written) => {
  render(draw(undefined, mail !== "", "# Terms\n\nOld words"));
  changes.length = 0;
  place("words");
  getSelection()?.collapse(getSelection()?.anchorNode ?? null, "Old ".length);
  act(() => void document.dispatchEvent(new Event("selectionchange")));
  paste(html, text);
  expect(changes.at(-1) ?? "# Terms\n\nOld words").toBe(`# Terms\n\n${written}`);
});

test("pasting a picture into the editor keeps the selected words", () => {
  render(draw());
  const count = changes.length;
  place("kind", true);
  paste("<img src=x>", "");
  expect(changes).toHaveLength(count);
  expect(findText().textContent).toContain("kind");
});

const LINKED = "# Terms\n\nPlease [Write **to** us](mailto:asha@example.com) now";

/** Shows a text with a link, puts the cursor into it and opens the form for links. */
function placeInLink() {
  render(draw(undefined, false, LINKED));
  place("rite");
  press("Link");
}

test("if the cursor is in a link, the link's form shows its address and changes the whole link", () => {
  placeInLink();
  const field = screen.getByLabelText<HTMLInputElement>(/^Link to/);
  expect(field.value).toBe("asha@example.com");
  fireEvent.change(field, { target: { value: "lake.example/care" } });
  press("Change");
  expect(changes.at(-1)).toBe("# Terms\n\nPlease [Write **to** us](https://lake.example/care) now");
});

test.each([
  ["the selected words", true, "[Please](/care) now"],
  ["the name of the page at the cursor", false, "P[Care guide](/care)lease now"],
])("a new link to a page has %s", (_, isSelected, written) => {
  render(draw(undefined, false, "# Terms\n\nPlease now"));
  place("Please", isSelected);
  press("Link");
  fireEvent.change(screen.getByLabelText(/^Link to/), { target: { value: "care" } });
  press("Insert");
  expect(changes.at(-1)).toBe(`# Terms\n\n${written}`);
});

test.each([
  ["Care guide", "/care"],
  ["care", "/care"],
  ["/care", "/care"],
  ["Terms and conditions", "/terms-condition"],
  ["asha@lake.example", "mailto:asha@lake.example"],
  ["{{email}}", "mailto:{{email}}"],
  ["tel:+919876543210", "tel:+919876543210"],
  ["#law", "#law"],
  ["#दाम", "#दाम"],
  ["lake.example", "https://lake.example"],
])("the form of a link turns the input %j into the address %s", (typed, href) => {
  placeInLink();
  fireEvent.change(screen.getByLabelText(/^Link to/), { target: { value: typed } });
  fireEvent.keyDown(screen.getByLabelText(/^Link to/), { key: "Enter" });
  expect(changes.at(-1)).toContain(`[Write **to** us](${href})`);
});

test.each(["nowhere", "/nowhere", "http://lake.example", "s"])(
  "the form of a link refuses %j and says what to enter",
  (typed) => {
    placeInLink();
    const count = changes.length;
    const field = screen.getByLabelText(/^Link to/);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(screen.getByText(/^Choose a page from the list/)).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(changes).toHaveLength(count);
    fireEvent.change(field, { target: { value: "faq" } });
    expect(screen.queryByText(/^Choose a page from the list/)).toBeNull();
  },
);

test("the form of a link suggests pages with content, and no steps such as the checkout or the login", () => {
  placeInLink();
  const paths = [...document.querySelectorAll("datalist option")].map((option) =>
    option.getAttribute("value"),
  );
  expect(paths).toEqual(expect.arrayContaining(["/", "/products", "/care", "/contact-us"]));
  expect(paths.filter((path) => /password|checkout|log-in|sign-up|profile|:/.test(path ?? ""))).toEqual([]);
});

test("a link to the shop's e-mail address stays a link if the owner confirms its address", () => {
  render(draw(undefined, false, "# Terms\n\n[{{email}}](mailto:{{email}})"));
  press("Link");
  expect(screen.getByLabelText<HTMLInputElement>(/^Link to/).value).toBe("{{email}}");
  press("Change");
  expect(screen.queryByLabelText(/^Link to/)).toBeNull();
  expect(changes.at(-1)).toBe("# Terms\n\n[{{email}}](mailto:{{email}})");
});

test("the editor removes a whole link at the cursor", () => {
  placeInLink();
  press("Remove the link");
  expect(changes.at(-1)).toBe("# Terms\n\nPlease Write **to** us now");
  expect(screen.queryByLabelText(/^Link to/)).toBeNull();
});

test.each([
  ["Bold", "Oil it", "**Oil** it"],
  ["Heading", "Oil it", "## Oil it"],
  ["Heading", "- Oil it", "## Oil it"],
  ["Subheading", "### Oil it", "Oil it"],
  ["List", "## Oil it", "- Oil it"],
  ["List", "1. Oil it", "- Oil it"],
  ["List", "Oil it", "- Oil it"],
  ["1, 2, 3", "1. Oil it\n2. Wax", "Oil it\n\n1. Wax"],
])(
  "the button %s changes %j to %j, Undo restores the text, and Redo repeats the change",
  (name, before, after) => {
    render(draw(undefined, false, `# Terms\n\n${before}`));
    place("Oil", true);
    press(name);
    expect(changes.at(-1)).toBe(`# Terms\n\n${after}`);
    expect(document.activeElement).toBe(findText());
    for (const [step, text] of [
      ["Undo", before],
      ["Redo", after],
    ] as const) {
      press(step);
      expect(changes.at(-1)).toBe(`# Terms\n\n${text}`);
    }
  },
);

test("a new list contains all selected paragraphs, and Backspace at the start of an item ends the list there", () => {
  render(draw(undefined, false, "# Terms\n\nOil\n\nWax"));
  findText().focus();
  getSelection()?.selectAllChildren(findText());
  act(() => void document.dispatchEvent(new Event("selectionchange")));
  press("List");
  expect(changes.at(-1)).toBe("# Terms\n\n- Oil\n- Wax");
  getSelection()?.collapse(screen.getByText("Wax").firstChild, 0);
  act(() => void document.dispatchEvent(new Event("selectionchange")));
  fireEvent.keyDown(findText(), { key: "Backspace" });
  expect(changes.at(-1)).toBe("# Terms\n\n- Oil\n\nWax");
});

test("the buttons show the formats at the cursor", () => {
  render(draw(undefined, false, "# Terms\n\n## Law\n\n1. **Oil** it"));
  const listPressed = () =>
    screen.getAllByRole("button", { pressed: true }).map((button) => button.textContent);
  place("Law");
  expect(listPressed()).toEqual(["Write", "Heading"]);
  place("Oil");
  expect(listPressed()).toEqual(["Write", "Bold", "1, 2, 3"]);
});

test("Escape closes the menu of values and returns the focus to the text that the owner used last", () => {
  render(draw());
  findTitle()?.focus();
  press("Insert a value");
  fireEvent.keyDown(screen.getByLabelText(/^Find a value/), { key: "Escape" });
  expect(screen.queryByLabelText(/^Find a value/)).toBeNull();
  expect(document.activeElement).toBe(findTitle());
});

test("the editor shows an unknown placeholder as typed, even if its name is a property of every object, such as constructor", () => {
  render(draw(undefined, false, "# Terms\n\nBy {{constructor}}, {{shp}}{{warranty}}"));
  expect(findText().textContent).toBe("By {{constructor}}, {{shp}}Warranty: empty");
});

test("a value is inserted into the text that the owner used last, and Undo removes it there", () => {
  render(draw());
  findTitle()?.focus();
  press("Insert a value");
  press(/^Shop\s?Mitti$/);
  expect(changes.at(-1)).toMatch(/^# Terms\{\{shop\}\}\n/);
  expect(findTitle()?.textContent).toBe("TermsMitti");
  press("Undo");
  expect(changes.at(-1)).toMatch(/^# Terms\n/);
});

test.each([
  ["Text", "", "b", "# Terms\n\n**Oil** it"],
  ["Text", "", "i", "# Terms\n\n*Oil* it"],
  ["Text", "", "u", undefined],
  ["Text", "mail", "b", undefined],
  ["Subject", "mail", "i", undefined],
  ["Subject", "mail", "Enter", undefined],
])(
  "in the field %s (kind of text: '%s'), the key %s adds only formats that the field can contain",
  (name, mail, key, written) => {
    render(draw(undefined, mail !== "", "# Terms\n\nOil it"));
    changes.length = 0;
    place("Oil", true);
    const field = screen.getByRole("textbox", { name: new RegExp(`^${name}`) });
    expect(fireEvent.keyDown(field, { key, ctrlKey: key !== "Enter" })).toBe(false);
    expect(changes.at(-1)).toBe(written);
  },
);

test.each([false, true])(
  "Enter, with or without Shift, begins a paragraph or an item of a list (with Shift: %s)",
  (shiftKey) => {
    render(draw(undefined, false, "# Terms\n\nOil it"));
    place("Oil");
    fireEvent.keyDown(findText(), { key: "Enter", shiftKey });
    expect(changes.at(-1)).toBe("# Terms\n\nO\n\nil it");
    press("List");
    fireEvent.keyDown(findText(), { key: "Enter", shiftKey });
    expect(findText().innerHTML).toMatch(/^<p>O<\/p><ul>(<li>.*?<\/li>){2}<\/ul>$/);
  },
);

test("a click on a link in the editor's text does not open another screen", () => {
  interceptLinks();
  render(draw(undefined, false, "# Terms\n\n[care](/care)"));
  // A browser does not follow a link in a text that can be edited, but jsdom tries to.
  addEventListener("click", (event) => event.preventDefault(), { once: true });
  fireEvent.click(screen.getByRole("link", { name: "care" }));
  expect(shownPlace.get()).toBe("/");
});
