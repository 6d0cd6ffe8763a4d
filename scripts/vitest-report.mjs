// A Vitest reporter that writes a report for scripts/results.mjs. VITEST_REPORT names the part of the test run.

import { createStrayFailure, writeReport } from "./results.mjs";

export default class Report {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => {
      const { relativeModuleId: file, project } = module;
      const results = [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
        return { file, project: project.name, title: test.fullName, seconds, state, error: getText(errors) };
      });
      // True if the whole file failed, because it could not be loaded or a hook failed.
      const failsAsFile = module.state() === "failed" && results.every(({ state }) => state !== "failed");
      const own = { file, project: project.name, title: "", seconds: 0, state: "failed" };
      return failsAsFile ? [...results, { ...own, error: getText(module.errors()) }] : results;
    });
    const files = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic();
      const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
      return { file: module.relativeModuleId, project: module.project.name, seconds: ms / 1000 };
    });
    const stray = unhandledErrors.map((error) => createStrayFailure(getText([error])));
    writeReport(process.env.VITEST_REPORT, { tests: [...tests, ...stray], files });
  }
}

const getText = (errors = []) => errors.map(({ stack, message }) => stack || message)[0] ?? "";
