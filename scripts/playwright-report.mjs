// A Playwright reporter that writes a report for scripts/results.mjs.

import path from "node:path";

import { resolveFromRoot } from "./root.mjs";
import { createStrayFailure, writeReport } from "./results.mjs";

export default class Report {
  #errors = [];

  onBegin(_config, suite) {
    this.suite = suite;
  }

  onError(error) {
    this.#errors.push(error);
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => {
      const [, project = "", , ...titles] = test.titlePath();
      const file = path.relative(resolveFromRoot(), test.location.file);
      const seconds = test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      const error = test.results.flatMap(({ errors }) => errors)[0];
      return {
        file,
        project,
        title: titles.join(" "),
        seconds,
        state: getState(test),
        error: getText(error),
      };
    });
    const stray = this.#errors.map((error) => createStrayFailure(getText(error)));
    writeReport("journeys", { tests: [...tests, ...stray] });
  }
}

/** A journey that passed only at the second attempt counts as failed. */
function getState(test) {
  const outcome = test.outcome();
  if (outcome === "skipped") return "skipped";
  return outcome === "expected" ? "passed" : "failed";
}

const getText = (error) => error?.stack ?? error?.message ?? "";
