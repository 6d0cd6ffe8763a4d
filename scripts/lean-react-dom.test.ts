// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as ReactModule from "react";
import type * as Client from "react-dom/client";
import { expect, test, vi } from "vitest";
import { removeUnused } from "./lean-react-dom.ts";

const require = createRequire(import.meta.url);
const file = path.join(
  path.dirname(require.resolve("react-dom/package.json")),
  "cjs/react-dom-client.production.js",
);
const code = readFileSync(file, "utf8");

/** The production build of React, as a page has it. */
function loadReact(client: string) {
  vi.stubEnv("NODE_ENV", "production");
  const packages: Record<string, unknown> = {
    react: require(path.join(path.dirname(require.resolve("react/package.json")), "cjs/react.production.js")),
    scheduler: require("scheduler"),
  };
  packages["react-dom"] = runModule(readFileSync(file.replace("-client", ""), "utf8"), packages);
  return {
    React: packages["react"] as typeof ReactModule,
    ReactClient: runModule(client, packages) as typeof Client,
  };
}

function runModule(text: string, packages: Record<string, unknown>): unknown {
  const exports = {};
  // eslint-disable-next-line typescript/no-implied-eval -- it is what the build does with it
  new Function("exports", "require", text)(exports, (name: string) => packages[name]);
  return exports;
}

test("what is left takes over a page, and answers a press, a typed text and an error as the whole does", async () => {
  const { React, ReactClient } = loadReact(removeUnused(code));
  const { createElement: h } = React;
  function Counter() {
    const [count, setCount] = React.useState(1);
    const [text, setText] = React.useState("");
    const id = React.useId();
    if (text === "break") throw new Error("broken");
    return h(
      "section",
      null,
      h(
        "button",
        { onClick: () => React.startTransition(() => setCount((now) => now + 1)) },
        `Pressed ${count}`,
      ),
      h("input", { id, value: text, onChange: ({ currentTarget }) => setText(currentTarget.value) }),
      h("svg", null, h("path", { strokeWidth: 2 })),
    );
  }
  class Boundary extends React.Component<{ children?: ReactModule.ReactNode }> {
    override state = { broken: false };
    static getDerivedStateFromError = () => ({ broken: true });
    override render = () => (this.state.broken ? "It broke." : this.props.children);
  }
  document.body.innerHTML =
    '<div id="root"><section><button>Pressed 1</button><input id="_R_2_" value=""/><svg><path stroke-width="2"></path></svg></section></div>';
  const button = document.querySelector("button")!;
  const failures: unknown[] = [];
  ReactClient.hydrateRoot(document.querySelector("#root")!, h(Boundary, null, h(Counter)), {
    onRecoverableError: (error) => failures.push(error),
    onCaughtError: () => {},
  });
  await vi.waitFor(() => {
    button.click();
    expect(button.textContent).toMatch(/Pressed [2-9]/);
  });
  expect(document.querySelector("button")).toBe(button);
  expect(failures).toEqual([]);
  const input = document.querySelector("input")!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "break");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.waitFor(() => expect(document.querySelector("#root")?.textContent).toBe("It broke."));
});

test("what is left out fails at the first render", async () => {
  const { React, ReactClient } = loadReact(removeUnused(code));
  const UseLeftOut = () => (React.useTransition(), null);
  for (const [part, error] of [
    [React.createElement(React.Suspense), /#130/],
    [React.createElement(React.Activity), /#130/],
    [React.createElement(React.lazy(() => Promise.reject(new Error("x")))), /#130/],
    [React.createElement(UseLeftOut), /not a function/],
  ] as const) {
    const caught = await new Promise((onUncaughtError: (error: unknown) => void) => {
      ReactClient.createRoot(document.createElement("div"), { onUncaughtError }).render(part);
    });
    expect(String(caught)).toMatch(error);
  }
});

test("a React that names something otherwise is not built with", () => {
  expect(() => removeUnused(code.replaceAll("REACT_SUSPENSE_TYPE", "SUSPENSE"))).toThrow(
    "Not in this React DOM: REACT_SUSPENSE_TYPE.",
  );
});
