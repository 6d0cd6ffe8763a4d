import type { Screen } from "./acts.ts";

export const getPictureFile = ({ name }: Screen, width: number): string => `${name}.${width}.png`;

export const renderContactSheet = (
  screens: readonly Screen[],
  widthsOf: (screen: Screen) => number[],
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen of the shop</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; background: #ddd; color: #222; }
  ul { columns: 4; padding: 0; list-style: none; }
  h2 { margin: 3rem 0 0.5rem; }
  div { display: flex; gap: 1rem; align-items: flex-start; }
  figure { margin: 0; }
  img { display: block; max-height: 80vh; background: #fff; box-shadow: 0 0 8px #0004; }
  a:focus-visible { outline: 3px solid #a85f12; }
</style>
<h1>Every screen of the shop</h1>
<ul>${screens.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join("")}</ul>
${screens.map((screen) => `<h2 id="${screen.name}">${screen.name}</h2>\n<div>${renderPictures(screen, widthsOf(screen))}</div>`).join("\n")}
</html>
`;

const renderPictures = (screen: Screen, widths: number[]): string =>
  widths
    .map((width) => {
      const file = getPictureFile(screen, width);
      return `<figure><a href="${file}"><img src="${file}" alt="${screen.name}" loading="lazy"></a><figcaption>${width} px</figcaption></figure>`;
    })
    .join("");
