import type { jsPDF } from "jspdf";
import type { Script } from "./indian-scripts.ts";

/** Pixels to the point: 288 to the inch. */
const FINENESS = 4;

export interface Look {
  /** In points. */
  size: number;
  bold: boolean;
  colour: string;
}

/** Lets both the page and the document write a script. @throws when its font cannot be fetched */
export async function loadScriptFont(doc: jsPDF, { name, font }: Script): Promise<void> {
  const bytes = await fetchFont(font);
  addToDocument(doc, bytes, getFamily(name), "normal");
  document.fonts.add(await new FontFace(getFamily(name), bytes).load());
}

/** In points. */
export const measureWidth = (text: string, script: Script, look: Look): number =>
  createTextContext(script, look).measureText(text).width / FINENESS;

/**
 * Writes letters that join and change places, which the document's own writing cannot: the browser draws them, and
 * under the picture lie the same letters unseen, for searching and copying.
 */
export function drawLetters(
  doc: jsPDF,
  text: string,
  script: Script,
  x: number,
  baseline: number,
  look: Look,
) {
  const pen = createTextContext(script, look);
  const box = pen.measureText(text);
  const [left, right, up, down] = [
    box.actualBoundingBoxLeft,
    box.actualBoundingBoxRight,
    box.actualBoundingBoxAscent,
    box.actualBoundingBoxDescent,
  ].map((side) => Math.ceil(side) + 1) as [number, number, number, number];
  pen.canvas.width = left + right;
  pen.canvas.height = up + down;
  // Another size empties the canvas and forgets the brush.
  const fresh = createTextContext(script, look, pen.canvas);
  fresh.fillText(text, left, up);
  const [width, height] = [(left + right) / FINENESS, (up + down) / FINENESS];
  const picture = pen.canvas.toDataURL("image/png");
  doc.addImage(
    picture,
    "PNG",
    x - left / FINENESS,
    baseline - up / FINENESS,
    width,
    height,
    undefined,
    "FAST",
  );

  doc.saveGraphicsState();
  doc.setFont(getFamily(script.name), "normal").setFontSize(look.size);
  const horizontalScale = box.width / FINENESS / doc.getTextWidth(text);
  doc.text(text, x, baseline, { renderingMode: "invisible", horizontalScale });
  doc.restoreGraphicsState();
}

/** @throws when it cannot be fetched */
export async function fetchFont(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The letters of the invoice: HTTP ${answer.status}`);
  return answer.arrayBuffer();
}

/** A TrueType font, of which the document keeps only the letters that are used. */
export function addToDocument(doc: jsPDF, font: ArrayBuffer, name: string, style: "normal" | "bold"): void {
  const file = `${name}-${style}.ttf`;
  doc.addFileToVFS(file, Array.from(new Uint8Array(font), (byte) => String.fromCharCode(byte)).join(""));
  doc.addFont(file, name, style, undefined, "Identity-H");
}

const getFamily = (script: string) => `Invoice ${script}`;

function createTextContext(
  { name }: Script,
  { size, bold, colour }: Look,
  canvas = document.createElement("canvas"),
): CanvasRenderingContext2D {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws nothing.");
  pen.font = `${bold ? "bold " : ""}${size * FINENESS}px "${getFamily(name)}"`;
  pen.fillStyle = colour;
  return pen;
}
