import { render } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { translate, TRANSLATED } from "../tests/journeys/translate.ts";
import { followTranslations, isByTranslation } from "./translated-pages.ts";

// The guard and the translation are global in a document; here the next file shares them.
const { removeChild, insertBefore, appendChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") ?? {};
const observers: MutationObserver[] = [];
beforeAll(() => {
  class RecordedObserver extends MutationObserver {
    constructor(callback: MutationCallback) {
      super(callback);
      observers.push(this);
    }
  }
  vi.stubGlobal("MutationObserver", RecordedObserver);
});
afterAll(() => {
  for (const observer of observers) observer.disconnect();
  Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  Object.defineProperty(Node.prototype, "nodeValue", nodeValue);
  vi.unstubAllGlobals();
});

const Pieces = ({ count, warning }: { count: number; warning?: string }) => (
  <p>
    {warning}
    {count} pieces
    {count > 1 && " in one parcel"}
    <b translate="no">TRV-1</b>
  </p>
);
/** Waits until the observers of the page and of the translation have run. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a page that the browser has translated can be changed: texts are replaced, inserted and removed, and translated again", async () => {
  followTranslations();
  const { container, rerender, unmount } = render(<Pieces count={1} />);
  const read = () => container.textContent.replaceAll(`${TRANSLATED} `, "");
  expect(isByTranslation(new Error("Hydration failed"))).toBe(false);
  translate(TRANSLATED);
  await settle();
  expect(container.querySelectorAll("font[data-translated]")).toHaveLength(2);
  for (const [count, warning, text] of [
    [2, undefined, "2 pieces in one parcelTRV-1"],
    [3, "Careful: ", "Careful: 3 pieces in one parcelTRV-1"],
    [1, undefined, "1 piecesTRV-1"],
  ] as const) {
    rerender(<Pieces count={count} {...(warning && { warning })} />);
    await settle();
    expect(read()).toBe(text);
    expect(container.querySelector("b")?.innerHTML).toBe("TRV-1");
    expect(container.textContent).toContain(TRANSLATED);
  }
  expect(isByTranslation(new Error("Hydration failed"))).toBe(true);
  unmount();
  expect(container.textContent).toBe("");
});
