import type { Plugin } from "vite";

/** What all icons have alike is said once, in ui/shared-classes.css. */
const CREATE_ICON = `import { createElement } from "react";
export default ({ node }) => ({ size = 24, strokeWidth = 2, className }) =>
  createElement(
    "svg",
    {
      viewBox: "0 0 24 24",
      width: size,
      height: size,
      strokeWidth,
      className: className ? "icon " + className : "icon",
      "aria-hidden": "true",
    },
    ...node.map(([element, attributes]) => createElement(element, attributes)),
  );`;

/** Makes the icons of the build in a few lines: the library's own way repeats ten attributes in every one of them. */
export const leanIcons: Plugin = {
  name: "lean-icons",
  apply: "build",
  // The page made on the server and the one in the browser have to be alike.
  configEnvironment: (name) => (name === "ssr" ? { resolve: { noExternal: ["lucide-react"] } } : undefined),
  load: {
    filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => CREATE_ICON,
  },
};
