import type { Page } from "@playwright/test";
import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong with the page, or with the dialog that is open on it. */
export async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    window.scrollTo({ top: 0, behavior: "instant" });
    const { axe: here } = window as unknown as { axe: typeof axe };
    const { violations } = await here.run(document.querySelector("dialog[open]") ?? document, {
      runOnly: rules,
      resultTypes: ["violations"],
    });
    // Short enough to read.
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) =>
        [id, html.slice(0, 160), failureSummary.split("\n")[1] ?? ""].join(" "),
      ),
    );
  }, RULES);
}
