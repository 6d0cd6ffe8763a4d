// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { marked } from "marked";
import { expect, test } from "vitest";
import { DOMParser as NodeReader, DOMSerializer, type Node as TextNode } from "prosemirror-model";
import {
  joinText,
  prepareHtml,
  schemas,
  splitText,
  type TextKind,
  toDocument,
  toMarkdown,
} from "./markdown-text.ts";

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

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, "text/html").body;

const paste = (html: string, kind: TextKind = "rich"): TextNode =>
  NodeReader.fromSchema(schemas[kind]).parse(parse(prepareHtml(html)));

const write = (text: TextNode): string => toMarkdown(text.content);

const STANDARD = "shop/texts/server/standard";

test.each(readdirSync(STANDARD))(
  "the standard text %s stays the same when the editor shows it and writes it as Markdown again",
  (file) => {
    const { body } = splitText(readFileSync(`${STANDARD}/${file}`, "utf8"), false);
    const text = toDocument(body, "rich");
    expect(text.textBetween(0, text.content.size, " ", " ")).not.toMatch(/##|\*\*|\{#|\{\{/);
    expect(write(text)).toBe(body.trim());
  },
);

test.each([
  ["lines in div elements", "<div>One</div><div>two<br>three</div>four", "One\n\ntwo\n\nthree\n\nfour"],
  ["spaces beside bold words", "<p>a <b>bold </b><b>word</b>s</p>", "a **bold word**s"],
  ["adjacent bold words", "<p><b>bo</b><b>ld</b></p>", "**bold**"],
  ["bold words on two lines", "<p><b>a<br>b</b></p>", "**a**\n\n**b**"],
  ["a bold and italic space", "<p>a<b><i> </i></b>b</p>", "a b"],
  ["a link on two lines", '<p><a href="/care">a<br>b</a></p>', "[a](/care)\n\n[b](/care)"],
  ["words that look like an attribute", '<p\nstyle="color:red">a style=b</p>', "a style=b"],
  ["a placeholder from another website", '<p>a <span data-field="The price">₹5</span></p>', "a ₹5"],
  [
    "characters that are signs in Markdown",
    "<p># 5 * 3 [a] &lt;br> \\ __x__</p>",
    String.raw`\# 5 \* 3 \[a\] \<br> \\ \_\_x\_\_`,
  ],
  [
    "paragraphs that begin like items of a list",
    "<p>- a</p><p>1. b</p><p>3.5 kg</p>",
    "\\- a\n\n1\\. b\n\n3.5 kg",
  ],
  ["a bold heading", "<h2><b>Law</b></h2><h3>Part</h3>", "## Law\n\n### Part"],
  ["a heading with an id", '<h2 data-id="who">Who</h2>', "## Who {#who}"],
  [
    "a split heading with an id",
    '<h2 data-id="who">A</h2><h2 data-id="who">B</h2>',
    "## A {#who}\n\n## B {#section-2}",
  ],
  ["two equal headings", "<h2>Law</h2><h2>Law</h2>", "## Law\n\n## Law {#section-2}"],
  ["headings in Hindi", "<h2>दाम</h2><h2>कहानी</h2>", "## दाम\n\n## कहानी"],
  [
    "a new heading above one with the same id",
    '<h2>Law</h2><h2>₹</h2><h2 data-id="section">!</h2><h2 data-id="law">Courts</h2>',
    "## Law {#section-2}\n\n## ₹ {#section-3}\n\n## ! {#section}\n\n## Courts {#law}",
  ],
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
    "a text from a word processor",
    '<style>p{}</style><b style="font-weight:normal"><p>a</p><table><tr><td>b</td></tr></table></b>',
    "a\n\nb",
  ],
])(
  "the editor writes %s as Markdown, and reads this Markdown again without a change",
  (_, html, markdown) => {
    expect(write(paste(html))).toBe(markdown);
    expect(write(toDocument(markdown, "rich"))).toBe(markdown);
  },
);

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

/** Returns each letter with its marks. A space gets no marks, because words cannot begin or end with a bold space. */
const listMarks = (page: Node): string[] => {
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
    const page = parse("<p></p>");
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
    const markdown = write(paste(page.innerHTML));
    expect(listMarks(parse(marked.parse(markdown, { gfm: false, async: false })))).toEqual(listMarks(page));
    const shown = DOMSerializer.fromSchema(schemas.rich).serializeFragment(
      toDocument(markdown, "rich").content,
    );
    expect(listMarks(shown)).toEqual(listMarks(page));
  };
  check([
    { words: "We send ", tags: [], link: false },
    { words: "two boxes.", tags: ["b"], link: false },
    { words: "long", tags: [], link: false },
  ]);
  fc.assert(fc.property(fc.array(span, { minLength: 1, maxLength: 6 }), check), { numRuns: 150 });
});

test("in the text of an e-mail, the editor keeps paragraphs and placeholders, but no headings, bold words or lists", () => {
  const html = '<h2>Hi</h2><p><b>Order</b> <span data-field="order">TRV-1</span></p><ul><li>a</li></ul>';
  expect(write(paste(html, "plain"))).toBe("Hi\n\nOrder {{order}}\n\na");
  expect(write(toDocument("## Hi\n\n**Order** {{order}}\n\n- a", "plain"))).toBe(
    "Hi\n\nOrder {{order}}\n\na",
  );
});

test.each(["Use <b>oil</b> & &amp; salt", "[{{email}}](mailto:{{email}})", "{{paid}} and {{unknown}}"])(
  "the editor shows %j as the page does and does not change it",
  (markdown) => {
    const text = toDocument(markdown, "rich");
    expect(write(text)).toBe(markdown.replaceAll("<", String.raw`\<`));
  },
);

test("the editor keeps a line such as '[Asha]: hello', which Markdown would hide as a link definition", () => {
  expect(write(toDocument("[Asha]: hello", "rich"))).toBe(String.raw`\[Asha\]: hello`);
});

test("a placeholder in the address of a link is written without spaces, because Markdown allows no spaces there", () => {
  expect(write(toDocument("[Write](<mailto:{{ email }}>)", "rich"))).toBe("[Write](mailto:{{email}})");
});
