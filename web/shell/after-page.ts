import { watchCatalogue } from "./watch-catalogue.ts";

/** Loaded once the page is awake and idle. */
export { SearchDrawer } from "./search-drawer.tsx";

watchCatalogue();
