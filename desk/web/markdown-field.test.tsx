import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { EditedText, MarkdownField } from "./markdown-field.tsx";
import { interceptLinks, place } from "./router.ts";

const FIELDS = { shop: "Mitti", shipping: "₹80", "delivery-time": "5 days", warranty: "" };
const SHOWN = { isMail: false, mailFields: {}, fields: FIELDS, drawPreview: () => "the page" };
const TEXT = "# Terms\n\n## At {{shop}} {#who}\n\nBe **kind**{{warranty}}.";
const changes: string[] = [];

afterEach(() => void Reflect.deleteProperty(document, "execCommand"));

const draw = (error?: string, isMail = false) => (
  <EditedText value={{ ...SHOWN, isMail }}>
    <MarkdownField
      name="text"
      label="Text"
      value={TEXT}
      error={error}
      onChange={(text) => void changes.push(text)}
    />
  </EditedText>
);

const findTitle = () => screen.queryByRole("textbox", { name: /^Title/ });

function type(field: HTMLElement, words: string): void {
  field.textContent = words;
  fireEvent.input(field);
}

test("on a phone, an error opens the text instead of the preview, and the text stays open while the owner corrects it", () => {
  const { rerender } = render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(findTitle()).toBeNull();
  rerender(draw("Line 3 contains <br>."));
  expect(screen.getByRole("button", { name: "Write" }).getAttribute("aria-pressed")).toBe("true");
  type(findTitle()!, "House rules");
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

test("the editor shows headings, bold words and values instead of Markdown, and returns Markdown", () => {
  render(draw());
  const text = screen.getByRole("textbox", { name: /^Text/ });
  expect(text.getAttribute("aria-required")).toBe("true");
  expect(screen.getByRole("heading", { name: "At Mitti" })).toBeTruthy();
  expect(text.querySelector("strong")?.textContent).toBe("kind");
  expect(text.textContent).toBe("At MittiBe kindWarranty: empty.");
  text.append("Thank you.");
  fireEvent.input(text);
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
  ["a heading", "", "<h2>Law</h2>", "Law", "Law"],
  ["a list with one item", "", "<ul><li>Teak</li></ul>", "Teak", "Teak"],
  ["a word with a space after it", "", "<span>One </span>", "One ", "One&nbsp;"],
  ["several paragraphs", "", "<h2>Law</h2><p>India</p>", "Law\nIndia", "<h2>Law</h2><p>India</p>"],
  ["Markdown", "", "", "**a**\n\n- b\n- c", "<p><strong>a</strong></p><ul><li>b</li><li>c</li></ul>"],
  ["Markdown in an e-mail", "mail", "", "**a**\n\n- b\n- c", "<p>a</p><p>b</p><p>c</p>"],
])("pasting %s inserts only formats that the text can contain", (_, mail, html, text, inserted) => {
  const execCommand = vi.fn<Document["execCommand"]>();
  document.execCommand = execCommand;
  render(draw(undefined, mail !== ""));
  fireEvent.paste(screen.getByRole("textbox", { name: /^Text/ }), {
    clipboardData: { getData: (type: string) => (type === "text/html" ? html : text) },
  });
  expect(execCommand).toHaveBeenLastCalledWith("insertHTML", false, inserted);
});

test("pasting a picture into the editor keeps the selected words", () => {
  const execCommand = vi.fn<Document["execCommand"]>();
  document.execCommand = execCommand;
  render(draw());
  fireEvent.paste(screen.getByRole("textbox", { name: /^Text/ }), {
    clipboardData: { getData: (type: string) => (type === "text/html" ? "<img src=x>" : "") },
  });
  expect(execCommand).not.toHaveBeenCalled();
});

/** Shows a text with a link, and puts the cursor into it. Returns the commands that the editor runs. */
function placeInLink() {
  const ran: (readonly [command: string, value: string | undefined, selected: string | undefined])[] = [];
  document.execCommand = (command, _, value) => {
    if (command !== "defaultParagraphSeparator") ran.push([command, value, getSelection()?.toString()]);
    return true;
  };
  render(draw());
  const text = screen.getByRole("textbox", { name: /^Text/ });
  const link = document.createElement("a");
  link.href = "mailto:asha@example.com";
  link.textContent = "Write to us";
  text.append(link);
  getSelection()?.collapse(link.firstChild, 3);
  document.dispatchEvent(new Event("selectionchange"));
  fireEvent.click(screen.getByRole("button", { name: "Link" }));
  return ran;
}

test("if the cursor is in a link, the link's form shows its address and changes the whole link", () => {
  const ran = placeInLink();
  const field = screen.getByLabelText<HTMLInputElement>(/^Link to/);
  expect(field.value).toBe("asha@example.com");
  fireEvent.change(field, { target: { value: "lake.example/care" } });
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(changes.at(-1)).toMatch(/\[Write to us\]\(https:\/\/lake\.example\/care\)$/);
  expect(ran).toEqual([]);
});

test.each([
  ["Care guide", "/care"],
  ["care", "/care"],
  ["/care", "/care"],
  ["Terms and conditions", "/terms-condition"],
  ["asha@lake.example", "mailto:asha@lake.example"],
  ["tel:+919876543210", "tel:+919876543210"],
  ["#law", "#law"],
  ["lake.example", "https://lake.example"],
])("the form of a link turns the input %j into the address %s", (typed, href) => {
  placeInLink();
  fireEvent.change(screen.getByLabelText(/^Link to/), { target: { value: typed } });
  fireEvent.keyDown(screen.getByLabelText(/^Link to/), { key: "Enter" });
  expect(changes.at(-1)?.endsWith(`[Write to us](${href})`)).toBe(true);
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

test("the form of a link suggests only pages to read", () => {
  placeInLink();
  const paths = [...document.querySelectorAll("datalist option")].map((option) =>
    option.getAttribute("value"),
  );
  expect(paths).toEqual(expect.arrayContaining(["/", "/products", "/care", "/contact-us"]));
  expect(paths.filter((path) => /password|checkout|log-in|sign-up|profile|:/.test(path ?? ""))).toEqual([]);
});

test("the buttons Undo and Redo run the browser's commands and return the focus to the text", () => {
  const ran = placeInLink();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  fireEvent.click(screen.getByRole("button", { name: "Redo" }));
  expect(ran.map(([command]) => command)).toEqual(["undo", "redo"]);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Text/ }));
});

test("the editor removes a whole link at the cursor", () => {
  const ran = placeInLink();
  fireEvent.click(screen.getByRole("button", { name: "Remove the link" }));
  expect(ran).toEqual([["unlink", undefined, "Write to us"]]);
  expect(screen.queryByLabelText(/^Link to/)).toBeNull();
});

test.each([
  ["Text", "", ["formatUnderline", "insertLineBreak"]],
  ["Text", "mail", ["formatBold", "formatItalic", "formatUnderline", "insertLineBreak"]],
  [
    "Subject",
    "mail",
    ["formatBold", "formatItalic", "formatUnderline", "insertParagraph", "insertLineBreak"],
  ],
])("the field %s prevents input that it cannot contain (kind of text: '%s')", (name, mail, prevented) => {
  const execCommand = vi.fn<Document["execCommand"]>();
  document.execCommand = execCommand;
  render(draw(undefined, mail !== ""));
  const field = screen.getByRole("textbox", { name: new RegExp(`^${name}`) });
  const kinds = [
    "insertText",
    "formatBold",
    "formatItalic",
    "formatUnderline",
    "insertParagraph",
    "insertLineBreak",
  ];
  const isPrevented = (inputType: string) =>
    !field.dispatchEvent(new InputEvent("beforeinput", { inputType, cancelable: true }));
  expect(kinds.filter(isPrevented)).toEqual(prevented);
  // A paragraph of the text takes the place of a line break, which Markdown does not keep.
  const ran = execCommand.mock.calls.map(([command]) => command);
  expect(ran.filter((command) => command !== "defaultParagraphSeparator")).toEqual(
    name === "Text" ? ["insertParagraph"] : [],
  );
});

test.each([
  ["a page", "", [["bold"], ["italic"]]],
  ["an e-mail", "mail", []],
])("Ctrl-B and Ctrl-I format the text of %s only if it can contain bold words", (_, mail, marks) => {
  const execCommand = vi.fn<Document["execCommand"]>();
  document.execCommand = execCommand;
  render(draw(undefined, mail !== ""));
  const text = screen.getByRole("textbox", { name: /^Text/ });
  for (const key of ["b", "i", "u"]) expect(fireEvent.keyDown(text, { key, ctrlKey: true })).toBe(false);
  expect(fireEvent.keyDown(text, { key: "i", ctrlKey: true, shiftKey: true })).toBe(true);
  expect(execCommand.mock.calls).toEqual(marks);
});

test("a text dropped into the editor loses the colours and pictures that the editor does not save", () => {
  render(draw());
  const text = screen.getByRole("textbox", { name: /^Text/ });
  text.insertAdjacentHTML("beforeend", `<p><font color="red">Oil it</font><img alt=""></p>`);
  fireEvent.input(text, { inputType: "insertFromDrop" });
  expect(changes.at(-1)).toBe(`${TEXT}\n\nOil it`);
  expect(text.lastElementChild?.outerHTML).toBe("<p>Oil it</p>");
});

test("a click on a link in the editor's text does not open another screen", () => {
  interceptLinks();
  render(draw());
  const link = document.createElement("a");
  link.href = "/care";
  screen.getByRole("textbox", { name: /^Text/ }).append(link);
  // A browser does not follow a link in a text that can be edited, but jsdom tries to.
  addEventListener("click", (event) => event.preventDefault(), { once: true });
  fireEvent.click(link);
  expect(place.get()).toBe("/");
});
