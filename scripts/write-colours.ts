import { writeFileSync } from "node:fs";
import path from "node:path";
import { colours } from "#contract/colours.ts";

// node scripts/write-colours.ts: writes ui/colours.css. A test checks that the file is current.

export const COLOURS_CSS = path.resolve(import.meta.dirname, "../ui/colours.css");

/** Returns the style sheet. The colour `walnutHover` becomes the variable `--walnut-hover`. */
export function renderColours(): string {
  const properties = Object.entries(colours).map(
    ([name, colour]) =>
      `  --${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};\n`,
  );
  return `/* Written by \`node scripts/write-colours.ts\` from contract/colours.ts; changed there. */\n:root {\n${properties.join("")}}\n`;
}

if (import.meta.main) writeFileSync(COLOURS_CSS, renderColours());
