import { expect, test } from "vitest";
import { html, joinLines } from "./html.ts";

test("an HTML template escapes each value, in text and in attributes, unless the value is itself an HTML template", () => {
  const name = `<script>alert("1")</script> & 'sons'`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    `<p title="&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;sons&#39;">` +
      `&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;sons&#39;</p>`,
  );
  expect(html`${[html`<b>${1}</b>`, null, html`<i>${"<2>"}</i>`]}`.text).toBe("<b>1</b>\n<i>&#60;2&#62;</i>");
  expect(html`${undefined}${false}${""}`.text).toBe("");
});

test("joinLines escapes plain text and separates the lines with <br>", () => {
  expect(joinLines(["<a>", html`<b>b</b>`]).text).toBe("&#60;a&#62;<br><b>b</b>");
});
