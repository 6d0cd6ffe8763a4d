import { useAnswer } from "#client/answer.ts";
import { ProductLines } from "./product-lines.tsx";

/** As many as fit below the six kinds. */
const SHOWN = 4;

/** What this browser was shown last, one below the other; nothing where that is nothing. */
export function ViewedLines() {
  const outcome = useAnswer("all", async (signal) => {
    const { loadViewed } = await import("./viewed-products.ts");
    return loadViewed(signal, { most: SHOWN });
  });
  if (outcome.state !== "loaded" || outcome.value.length === 0) return null;
  return <ProductLines id="viewed-products" title="Recently viewed" products={outcome.value} small />;
}
