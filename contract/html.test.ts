import { expect, test } from "vitest";
import { html, joinLines } from "./html.ts";

test("what is put into HTML is text, between tags and in quotes, unless it is HTML itself", () => {
  const name = `<script>alert("1")</script> & 'sons'`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    `<p title="&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;sons&#39;">` +
      `&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;sons&#39;</p>`,
  );
  expect(
    html`<ul>
      ${[html`<li>${1}</li>`, null, html`<li>${"<2>"}</li>`]}
    </ul>`.text,
  ).toBe("<ul><li>1</li>\n<li>&#60;2&#62;</li></ul>");
  expect(html`${undefined}${false}${""}`.text).toBe("");
});

test("lines stand one below the other, and stay text", () => {
  expect(joinLines(["<a>", html`<b>b</b>`]).text).toBe("&#60;a&#62;<br><b>b</b>");
});
