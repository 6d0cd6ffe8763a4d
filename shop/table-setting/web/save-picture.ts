import { fetchInTime } from "#client/fetch-in-time.ts";
import { saveFile } from "#client/save-file.ts";

const SCALE = 10;

/** Shares the drawing as a PNG file through the device's share dialog, or downloads it if sharing is not supported. */
export async function savePicture(drawing: SVGSVGElement): Promise<void> {
  const { width, height } = drawing.viewBox.baseVal;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: width * SCALE,
    height: height * SCALE,
  });
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await embedAll(drawing))}`;
  await image.decode();
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return;
  const file = new File([blob], "table.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file, file.name);
  await navigator.share({ files: [file] }).catch(() => {});
}

/** Returns the drawing as SVG text with embedded styles and pictures, because an SVG image cannot load other files. */
async function embedAll(drawing: SVGSVGElement): Promise<string> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const originals = drawing.querySelectorAll("*");
  for (const [index, element] of copy.querySelectorAll("*").entries()) {
    const original = originals[index];
    if (!original) continue;
    const computedStyle = getComputedStyle(original);
    for (const name of DRAWN) element.setAttribute(name, computedStyle.getPropertyValue(name));
  }
  for (const mark of copy.querySelectorAll("[data-selection]")) mark.remove();
  for (const image of copy.querySelectorAll("image"))
    image.setAttribute("href", await toDataAddress(image.getAttribute("href") ?? ""));
  return new XMLSerializer().serializeToString(copy);
}

const DRAWN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stop-color",
  "opacity",
];

async function toDataAddress(href: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetchInTime(href)).arrayBuffer());
  return `data:image/webp;base64,${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""))}`;
}
