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
  const packages: Record<string, unknown> = {
    react: require(path.join(path.dirname(require.resolve("react/package.json")), "cjs/react.production.js")),
    // The one that React DOM itself depends on.
    scheduler: createRequire(file)("scheduler"),
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
  const root = document.createElement("div");
  root.innerHTML = '<section><button>Pressed 1</button><input value=""/></section>';
  document.body.append(root);
  const { firstChild: section } = root;
  const failures: unknown[] = [];
  ReactClient.hydrateRoot(root, createPage(React), {
    onRecoverableError: (error) => failures.push(error),
    onCaughtError: () => {},
  });
  await vi.waitFor(() => {
    root.querySelector("button")?.click();
    expect(root.textContent).toMatch(/Pressed [2-9]/);
  });
  expect(root.firstChild).toBe(section);
  expect(failures).toEqual([]);
  const [input] = root.getElementsByTagName("input");
  Reflect.set(HTMLInputElement.prototype, "value", "break", input);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.waitFor(() => expect(root.textContent).toBe("It broke."));
});

/** A button that counts, in a transition, and a field that breaks the page when told so. */
function createPage({ createElement: h, Component, startTransition, useState }: typeof ReactModule) {
  function Page() {
    const [count, setCount] = useState(1);
    const [text, setText] = useState("");
    if (text === "break") throw new Error("broken");
    const increase = () => startTransition(() => setCount((now) => now + 1));
    const type = ({ currentTarget }: ReactModule.ChangeEvent<HTMLInputElement>) =>
      setText(currentTarget.value);
    return h(
      "section",
      null,
      h("button", { onClick: increase }, `Pressed ${count}`),
      h("input", { value: text, onChange: type }),
    );
  }
  class Boundary extends Component<{ children?: ReactModule.ReactNode }> {
    override state = { broken: false };
    static getDerivedStateFromError = () => ({ broken: true });
    override render = () => (this.state.broken ? "It broke." : this.props.children);
  }
  return h(Boundary, null, h(Page));
}

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
