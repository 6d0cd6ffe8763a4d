import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ExactText } from "./exact-text.tsx";

const html = (element: React.ReactElement) => render(element).container.innerHTML;

test("what must stay as it is stands alone, wherever and however often it comes", () => {
  const mailbox = "hello@taruva.in";
  const text = `Taruva: write to ${mailbox}, to Taruva`;
  const hrefs = { [mailbox]: `mailto:${mailbox}` };
  expect(html(<ExactText text={text} exact={[mailbox, "Taruva"]} hrefs={hrefs} />)).toBe(
    `<span translate="no">Taruva</span>: write to <a translate="no" href="mailto:${mailbox}">${mailbox}</a>, to <span translate="no">Taruva</span>`,
  );
});

test("nothing to keep, an empty name and one that objects have leave the text", () => {
  expect(html(<ExactText text="Order " exact={[""]} />)).toBe("Order ");
  expect(html(<ExactText text="Order none" exact={["TRV-1"]} />)).toBe("Order none");
  expect(html(<ExactText text="Order constructor" exact={["constructor"]} />)).toBe(
    'Order <span translate="no">constructor</span>',
  );
});
