import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ExactText } from "./exact-text.tsx";

const html = (element: React.ReactElement) => render(element).container.innerHTML;

test("names and e-mail addresses in a text have an attribute that prevents their translation", () => {
  const mailbox = "hello@taruva.in";
  const text = `Taruva: write to ${mailbox}, to Taruva`;
  const hrefs = { [mailbox]: `mailto:${mailbox}` };
  expect(html(<ExactText text={text} exact={[mailbox, "Taruva"]} hrefs={hrefs} />)).toBe(
    `<span translate="no">Taruva</span>: write to <a translate="no" href="mailto:${mailbox}">${mailbox}</a>, to <span translate="no">Taruva</span>`,
  );
});
