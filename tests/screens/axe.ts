import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// Reads the minified file, because `axe.source` is more than twice as long and takes longer to parse.
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function findViolations(page: Page, where = "dialog[open]"): Promise<string[]> {
  for (const frame of page.frames()) {
    // Waits, because the page of a preview may still be loading.
    await frame.waitForLoadState();
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(source);
  }
  return page.evaluate(
    async ({ rules, within }) => {
      window.scrollTo({ top: 0, behavior: "instant" });
      // An element has an intermediate colour during a transition, so finish all transitions.
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish();
      const { axe: here } = window as unknown as { axe: typeof axe };
      const { violations } = await here.run(document.querySelector(within) ?? document, {
        runOnly: rules,
        resultTypes: ["violations"],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) =>
          [id, html.slice(0, 160), failureSummary.split("\n")[1] ?? ""].join(" "),
        ),
      );
    },
    { rules: RULES, within: where },
  );
}
