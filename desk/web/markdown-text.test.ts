// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { marked } from "marked";
import { expect, test } from "vitest";
import { completeAddress, joinText, splitText, toMarkdown, toNodes } from "./markdown-text.ts";

test.each([
  ["# Terms\n\nBe kind.\n\n## Law\n\nIndia.\n", false, ["Terms", "", "Be kind.\n\n## Law\n\nIndia.\n"]],
  ["# Paid\n\n## Thank you\n\nWe pack it.", true, ["Paid", "Thank you", "We pack it."]],
  ["# Paid\nFirst.\n\n## Thank you\nWe pack it.", true, ["Paid", "Thank you", "First.\n\nWe pack it."]],
  ["# Paid\r\n\r\n## Thank you\r\n\r\nWe pack it.\r\n", true, ["Paid", "Thank you", "We pack it.\n"]],
  ["No title", false, ["", "", "No title"]],
  ["# Only a title", true, ["Only a title", "", ""]],
])("the text %j is split into a title, a heading and a body", (text, isMail, [title, heading, body]) => {
  expect(splitText(text, isMail)).toEqual({ title, heading, body });
});

test.each([
  { title: "", heading: "", body: "" },
  { title: " A ", heading: "", body: "\n\nnew line first" },
  { title: "A", heading: "B ", body: "\nx\n\n" },
])("the parts of a text stay as the owner typed them when they are joined and split again: %j", (parts) => {
  expect(splitText(joinText(parts), true)).toEqual(parts);
});

const draw = (html: string): HTMLElement => new DOMParser().parseFromString(html, "text/html").body;

const redraw = (markdown: string): HTMLElement => {
  const page = draw("");
  page.append(...toNodes(markdown));
  return page;
};

const STANDARD = "shop/texts/server/standard";

test.each(readdirSync(STANDARD))(
  "the standard text %s stays the same when the editor shows it and writes it as Markdown again",
  (file) => {
    const { body } = splitText(readFileSync(`${STANDARD}/${file}`, "utf8"), false);
    const page = redraw(body);
    expect(page.textContent).not.toMatch(/##|\*\*|\{#|\{\{/);
    expect(toMarkdown(page)).toBe(body.trim());
  },
);

test.each([
  ["words of a browser", "<div>One</div><div>two<br>three</div>four", "One\n\ntwo\n\nthree\n\nfour"],
  ["spaces beside bold words", "<p>a <b>bold </b><b>word</b>s</p>", "a **bold** **word**s"],
  ["neighbouring bold words", "<p><b>bo</b><b>ld</b></p>", "**bold**"],
  ["bold words of two lines", "<p><b>a<br>b</b></p>", "**a**\n\n**b**"],
  [
    "signs of Markdown",
    "<p># 5 * 3 [a] &lt;br> \\ __x__</p>",
    String.raw`\# 5 \* 3 \[a\] \<br> \\ \_\_x\_\_`,
  ],
  ["beginnings like a list", "<p>- a</p><p>1. b</p><p>3.5 kg</p>", "\\- a\n\n1\\. b\n\n3.5 kg"],
  ["a bold heading", "<h2><b>Law</b></h2><h3>Part</h3>", "## Law\n\n### Part"],
  ["a heading with an id", '<h2 data-id="who">Who</h2>', "## Who {#who}"],
  [
    "a split heading with an id",
    '<h2 data-id="who">A</h2><h2 data-id="who">B</h2>',
    "## A {#who}\n\n## B {#section-2}",
  ],
  ["equal headings", "<h2>Law</h2><h2>Law</h2>", "## Law\n\n## Law {#section-2}"],
  ["a link", '<p><a href="/care">care</a></p>', "[care](/care)"],
  ["a link after an exclamation mark", '<p>Read!<a href="/care">care</a></p>', "Read\\![care](/care)"],
  [
    "a table and a list of terms",
    "<table><tr><th>Size</th><td>10 cm</td></tr></table><dl><dt>Wood</dt><dd>Teak</dd></dl>",
    "Size 10 cm\n\nWood\n\nTeak",
  ],
  ["a list in a list", "<ul><li>a<ul><li>b</li></ul></li><li></li></ul>", "- a\n- b"],
  ["a numbered list", "<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
  [
    "a text from an office program",
    '<style>p{}</style><b style="font-weight:normal"><p>a</p><table><tr><td>b</td></tr></table></b>',
    "a\n\nb",
  ],
])("the editor writes %s as Markdown that it can read again without a change", (_, html, markdown) => {
  expect(toMarkdown(draw(html))).toBe(markdown);
  expect(toMarkdown(redraw(markdown))).toBe(markdown);
});

const words = fc
  .array(fc.constantFrom("a", "box", "ते", "7", " ", ".", "!", '"', "*", "(", "₹", "🌿", "—", "_"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const span = fc.record({
  words,
  tags: fc.constantFrom<readonly string[]>([], ["b"], ["i"]),
  link: fc.boolean(),
});

/** Returns each letter with its marks. A space has none, because words cannot begin or end with a bold space. */
const listMarks = (page: HTMLElement): string[] => {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const letters: string[] = [];
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const marks = ["b,strong", "i,em", "a"].filter((tag) => parent?.closest(tag)).join(" ");
    for (const letter of texts.currentNode.textContent ?? "")
      if (!/[\s\u200B]/.test(letter)) letters.push(`${letter} ${marks}`);
  }
  return letters;
};

test("each letter is as bold, italic and linked on the page as in the editor", () => {
  const check = (spans: readonly { words: string; tags: readonly string[]; link: boolean }[]) => {
    const page = draw("<p></p>");
    for (const { words, tags, link } of spans) {
      const text: Node = new Text(words);
      const node = [...tags, ...(link && words.trim() !== "" ? ["a"] : [])].reduce((inner, tag) => {
        const outer = document.createElement(tag);
        if (tag === "a") outer.setAttribute("href", "/care");
        outer.append(inner);
        return outer;
      }, text);
      page.firstElementChild?.append(node);
    }
    const markdown = toMarkdown(page);
    expect(listMarks(draw(marked.parse(markdown, { gfm: false, async: false })))).toEqual(listMarks(page));
    expect(listMarks(redraw(markdown))).toEqual(listMarks(page));
  };
  check([
    { words: "We send ", tags: [], link: false },
    { words: "two boxes.", tags: ["b"], link: false },
    { words: "long", tags: [], link: false },
  ]);
  fc.assert(fc.property(fc.array(span, { minLength: 1, maxLength: 6 }), check), { numRuns: 150 });
});

test("the editor keeps only the paragraphs and values of an e-mail", () => {
  const page = draw(
    '<h2>Hi</h2><p><b>Order</b> <span data-field="order">TRV-1</span></p><ul><li>a</li></ul>',
  );
  expect(toMarkdown(page, true)).toBe("Hi\n\nOrder {{order}}\n\na");
});

test("an incomplete web or e-mail address of a link is completed with https:// or mailto:", () => {
  expect(
    ["www.example.com/a", "hello@example.com", "/care", "https://example.com"].map(completeAddress),
  ).toEqual(["https://www.example.com/a", "mailto:hello@example.com", "/care", "https://example.com"]);
});
