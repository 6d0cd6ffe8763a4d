/** The public API of the feature: what other features may use. */
export { changeShownContent } from "./change-shown-content.ts";
export { DEFAULT_PAGE_SIZE, findProduct, findSeller, someProducts, taxRatesOf } from "./find-products.ts";
export { findTitles } from "./find-titles.ts";
export { type KnownNames, knownNames } from "./known-names.ts";
export { SampleSeller } from "./real-seller.ts";
export { refreshSnapshot as refreshCatalogue } from "./snapshot.ts";
