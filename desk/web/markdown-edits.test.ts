import { expect, test } from "vitest";
import {
  completeAddress,
  type Edit,
  joinText,
  splitText,
  toBold,
  toLink,
  toMarkedLines,
  toNextLine,
  type WriteEdit,
} from "./markdown-edits.ts";

test.each([
  ["# Terms\n\nBe kind.\n\n## Law\n\nIndia.\n", false, ["Terms", "", "Be kind.\n\n## Law\n\nIndia.\n"]],
  ["# Paid\n\n## Thank you\n\nWe pack it.", true, ["Paid", "Thank you", "We pack it."]],
  ["# Paid\nFirst.\n\n## Thank you\nWe pack it.", true, ["Paid", "Thank you", "First.\n\nWe pack it."]],
  ["# Paid\r\n\r\n## Thank you\r\n\r\nWe pack it.\r\n", true, ["Paid", "Thank you", "We pack it.\n"]],
  ["No title", false, ["", "", "No title"]],
  ["# Only a title", true, ["Only a title", "", ""]],
])("the text %j is shown as a title, a heading and a body", (text, isMail, [title, heading, body]) => {
  expect(splitText(text, isMail)).toEqual({ title, heading, body });
});

test.each([
  { title: "", heading: "", body: "" },
  { title: " A ", heading: "", body: "\n\nnew line first" },
  { title: "A", heading: "B ", body: "\nx\n\n" },
])("what the owner types stays as it is while the text is joined and split again: %j", (parts) => {
  expect(splitText(joinText(parts), true)).toEqual(parts);
});

/** Applies an edit to a text in which `<` and `>`, or `|` alone, mark the selection. */
const apply = (marked: string, writeEdit: WriteEdit): string => {
  const text = marked.replaceAll(/[<>|]/g, "");
  const start = marked.search(/[<|]/);
  const end = marked.includes(">") ? marked.indexOf(">") - 1 : start;
  return show(text, writeEdit(text, start, end));
};

const show = (text: string, edit: Edit): string => {
  const result = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const [from, to] = edit.select;
  return from === to
    ? `${result.slice(0, from)}|${result.slice(from)}`
    : `${result.slice(0, from)}<${result.slice(from, to)}>${result.slice(to)}`;
};

const heading = toMarkedLines("## ", "Heading");
const list = toMarkedLines("- ", "");
const link = toLink("/care", "Care");

test.each([
  ["bold", toBold, "a <word >b", "a **<word>** b"],
  ["bold, undone", toBold, "a **<word>** b", "a <word> b"],
  ["bold without a selection", toBold, "a |", "a **<bold words>**"],
  ["bold in two paragraphs", toBold, "<a\n\nb>", "**<a**\n\n**b>**"],
  ["bold in a list", toBold, "<- a\n- b>", "- **<a**\n- **b>**"],
  ["a heading", heading, "a\n\nLa|w\n\nb", "a\n\n## Law|\n\nb"],
  ["a heading, undone", heading, "## La|w", "Law|"],
  ["a heading on an empty line", heading, "a\n\n|", "a\n\n## <Heading>"],
  ["a heading instead of a subheading", heading, "### Law|", "## Law|"],
  ["a list of the selected lines", list, "<a\nb\n>c", "<- a\n- b>\nc"],
  ["a list, undone", list, "<- a\n- b>", "<a\nb>"],
  ["the first point of a list", list, "|", "- |"],
  ["a link", link, "see <care >now", "see [care](/care)| now"],
  ["a link without a selection", link, "see |", "see [Care](/care)|"],
])("a button of the text field writes %s", (_, writeEdit, before, after) => {
  expect(apply(before, writeEdit)).toBe(after);
});

test.each([
  ["a|", "a\n\n|"],
  ["- a|", "- a\n- |"],
  ["- a\n- |", "- a\n\n|"],
  ["a\n\n|", null],
])("Enter in %j begins the next paragraph or point", (marked, after) => {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const edit = toNextLine(text, at);
  expect(edit && show(text, edit)).toBe(after);
});

test("a web address and an e-mail address are completed in a link", () => {
  expect(
    ["www.example.com/a", "hello@example.com", "/care", "https://example.com"].map(completeAddress),
  ).toEqual(["https://www.example.com/a", "mailto:hello@example.com", "/care", "https://example.com"]);
});
