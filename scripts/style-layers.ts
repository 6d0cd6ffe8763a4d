import type { Plugin } from "vite";

/** Like `styleLayers`, for the desk, whose style sheets override those of ui/. */
export const deskStyleLayers: Plugin = {
  name: "desk-style-layers",
  enforce: "pre",
  transform(code, id) {
    const file = id.replace(/\?.*/, "");
    const layer = file.includes("/desk/web/") && file.endsWith(".css") ? "page" : getStyleLayer(file);
    return layer === null ? null : { code: putOnLayer(code, layer), map: null };
  },
};

const LAYERS = ["base", "ui", "feature", "shell", "page"];

/**
 * Puts every style sheet on the cascade layer of its part, so that a page can override the styles of features and
 * primitives in any loading order.
 */
export const styleLayers: Plugin = {
  name: "style-layers",
  enforce: "pre",
  transform(code, id) {
    const layer = getStyleLayer(id.replace(/\?.*/, ""));
    return layer === null ? null : { code: putOnLayer(code, layer), map: null };
  },
};

function putOnLayer(code: string, layer: string): string {
  const [imports = ""] = /^(?:\s*@import [^;]+;)*/.exec(code) ?? [];
  const rules = code.slice(imports.length);
  return `@layer ${LAYERS.join(", ")};\n${imports}\n@layer ${layer} {\n${rules}\n}`;
}

function getStyleLayer(file: string): string | null {
  if (!file.endsWith(".css")) return null;
  if (/\/ui\/[^/]+\.module\.css$/.test(file)) return "ui";
  if (file.includes("/ui/")) return "base";
  if (/\/shop\/[^/]+\/web\//.test(file)) return "feature";
  if (file.includes("/web/shell/")) return "shell";
  return file.includes("/web/pages/") ? "page" : null;
}
