import { SaxesParser } from "saxes";
import { encodeLogo } from "#shop/media/server/index.ts";

/** An SVG without scripts and external URLs: only shapes and colours, or only a PNG that the shop has encoded. */
export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

const SHAPES = ["path", "circle", "ellipse", "line", "polygon", "polyline", "rect"];
const GROUPS = ["svg", "g", "defs", "linearGradient", "radialGradient", "stop", "clipPath"];
/** Elements that are removed with their content, because they are not visible. */
const INVISIBLE_ELEMENTS = ["title", "desc", "metadata"];

const GEOMETRY =
  "viewBox width height d points x y x1 y1 x2 y2 cx cy r rx ry fx fy transform gradientTransform gradientUnits offset preserveAspectRatio pathLength clipPathUnits id";
const LOOK =
  "fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-rule clip-path stop-color stop-opacity color";
const ATTRIBUTES = new Set([...GEOMETRY.split(" "), ...LOOK.split(" ")]);

/** The only allowed reference is to a gradient or clip path in the same drawing, such as `url(#warm)`. */
const OWN_REFERENCE = /^url\(#[\w-]+\)$/;

const MAX_LENGTH = 100_000;

/** Matches a drawing that `readDrawing` has made of a picture. An exported folder contains it. */
const PICTURE = /^<svg [^<>]*><image [^<>]*href="data:image\/png;base64,([\w+/=]+)"\/><\/svg>\s*$/;

/**
 * Reads an SVG, or a PNG, JPEG or WebP, which the picture process encodes again (T51). @throws Error whose message
 * continues a sentence that begins with the file name
 */
export async function readDrawing(content: Buffer): Promise<Drawing> {
  const text = content.toString("utf8");
  const [, png] = PICTURE.exec(text) ?? [];
  if (png === undefined && /^\s*</.test(text.replace(/^\uFEFF/, ""))) return cleanDrawing(text);
  const logo = await encodeLogo(png === undefined ? content : Buffer.from(png, "base64")).catch(
    ({ message }: Error) => {
      throw new Error(`cannot be used: ${message}. Choose an SVG, PNG, JPG or WebP.`);
    },
  );
  // The header of a PNG contains its size.
  const size = { width: logo.readUInt32BE(16), height: logo.readUInt32BE(20) };
  const image = `<image width="${size.width}" height="${size.height}" href="data:image/png;base64,${logo.toString("base64")}"/>`;
  return { svg: `${toRoot(size, undefined)}>${image}</svg>`, ...size };
}

/**
 * Removes titles, metadata and all attributes except those for shapes and colours. @throws Error if the file is no
 * valid SVG or contains other elements, such as scripts. Its message continues a sentence that begins with the file
 * name.
 */
export function cleanDrawing(text: string): Drawing {
  if (text.length > MAX_LENGTH)
    throw new Error(
      `has ${text.length} characters, but at most ${MAX_LENGTH} are allowed. Simplify the drawing and save it again.`,
    );
  const output: string[] = [];
  let size: Omit<Drawing, "svg"> | undefined;
  let unseen = 0;
  let shapes = 0;
  const parser = new SaxesParser();
  parser.on("error", ({ message }) => {
    throw new Error(
      `is not a valid SVG (${message.replace(/^\d+:\d+: /, "")}). Save the drawing again as plain SVG.`,
    );
  });
  parser.on("doctype", () => {
    throw new Error("contains a DOCTYPE, which is not allowed. Save it as plain SVG.");
  });
  parser.on("opentag", ({ name, attributes, isSelfClosing }) => {
    if (INVISIBLE_ELEMENTS.includes(name) || unseen > 0) return void unseen++;
    if (!SHAPES.includes(name) && !GROUPS.includes(name)) throw new Error(describeForbidden(name));
    if (size === undefined) {
      if (name !== "svg")
        throw new Error(
          "is not an SVG, because it does not begin with <svg>. Save the drawing as plain SVG.",
        );
      size = readSize(attributes);
    }
    if (SHAPES.includes(name)) shapes++;
    const { viewBox } = attributes;
    if (output.length === 0) {
      // `toRoot` writes the viewBox. Without width and height, the drawing fills its container.
      for (const measure of ["width", "height", "viewBox"]) delete attributes[measure];
      output.push(toRoot(size, viewBox));
    } else output.push(`<${name}`);
    output.push(
      ...cleanAttributes(attributes).map((attribute) => ` ${attribute}`),
      isSelfClosing ? "/>" : ">",
    );
  });
  parser.on("closetag", ({ name, isSelfClosing }) => {
    if (unseen > 0) unseen--;
    else if (!isSelfClosing) output.push(`</${name}>`);
  });
  parser.write(text.replace(/^\uFEFF/, "")).close();
  if (size === undefined || shapes === 0)
    throw new Error("contains no shapes, so nothing would be shown. Choose another drawing.");
  return { svg: output.join(""), ...size };
}

const toRoot = ({ width, height }: Omit<Drawing, "svg">, viewBox: string | undefined): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox === undefined ? `0 0 ${width} ${height}` : viewBox.replaceAll(/[^\d\s,.+-]/g, "")}"`;

const describeForbidden = (name: string): string =>
  ["text", "tspan"].includes(name)
    ? "contains text, and not every device has its font. Convert the text to paths before you save the drawing."
    : `contains <${name}>, which is not allowed. Save it as plain SVG with shapes, groups and gradients.`;

/** Drawing programs often write colours in a `style` attribute, which has precedence over the other attributes. */
const cleanAttributes = ({ style = "", ...attributes }: Record<string, string>): string[] =>
  Object.entries({ ...attributes, ...readStyle(style) }).flatMap(([name, value]) => {
    if (!ATTRIBUTES.has(name) || /[<>&"]/.test(value)) return [];
    if (/url\(|:|\\/i.test(value) && !OWN_REFERENCE.test(value.trim())) return [];
    return `${name}="${value.trim()}"`;
  });

const readStyle = (style: string): Record<string, string> =>
  Object.fromEntries(
    style.split(";").flatMap((part) => {
      const at = part.indexOf(":");
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]];
    }),
  );

function readSize({ viewBox = "", width, height }: Record<string, string>) {
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [wide = 0, high = 0] =
    box.length === 4 ? box.slice(2) : [Number.parseFloat(width ?? ""), Number.parseFloat(height ?? "")];
  if (!(wide > 0 && high > 0))
    throw new Error(
      "has no size. Set its width and height in your drawing program, then save it as plain SVG.",
    );
  return { width: wide, height: high };
}
