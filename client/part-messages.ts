/** What is said when a part of a page does not open. */
export const partMessages = {
  unreachable: "This could not be opened. Please check your connection and try again.",
  outdated: "The shop was updated while you were here. Please reload the page and try again.",
  broken: "Something went wrong here. Please try again.",
} as const;

/** What is in place of a page when a file of the shop, or the shop itself, could not be reached. */
export const unreachableMessages = {
  heading: "We could not load this page",
  text: "Please check your connection and try again. Your bag is safe.",
} as const;
