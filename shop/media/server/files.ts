import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http-refusal.ts";
import { answerHeaders } from "#platform/security-headers.ts";
import { PICTURE_FORMATS } from "../pictures.ts";
import { listWidths } from "../picture-sizes.ts";
import { parseByteRange } from "./byte-range.ts";
import { type ImageVariant, getImageResizer } from "./image-resizer.ts";
import { findShownPicture, findShownVideo } from "./shown-files.ts";

/** Pictures and videos of the catalogue under addresses that change with their content, and the shop's uploads (T19). */
export async function serveFiles(app: FastifyInstance, context: Context): Promise<void> {
  app.get("/pictures/*", async (request, reply) => {
    const variant = (await findVariant(context, getPath(request))) ?? refuseMissingFile();
    const bytes = (await getImageResizer(context).bytesOf(variant)) ?? refuseMissingFile();
    return reply
      .headers(cachedForever)
      .type(types[variant.format] ?? "")
      .send(bytes);
  });

  app.get("/videos/*", async (request, reply) => {
    const name = findShownVideo(context, getPath(request)) ?? refuseMissingFile();
    return sendFile(request, reply, path.join(context.config.catalogueDir, "videos", name), "video/mp4");
  });

  const uploads = path.join(context.config.dataDir, "uploads");
  app.get("/uploads/*", async (request, reply) => {
    const [, name, ending] = UPLOAD.exec(getPath(request)) ?? refuseMissingFile();
    const file = (await resolveInside(uploads, `${name}.${ending}`)) ?? refuseMissingFile();
    return sendFile(request, reply, file, types[ending ?? ""] ?? "");
  });
}

const types: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};

/** Public pictures: mailboxes in a browser show them in the shop's mails, which is another origin. */
const cachedForever = {
  ...answerHeaders,
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=31536000, immutable",
};

/** As it is in the request line, nothing decoded: what is not written plainly is not an address of ours. */
const getPath = (request: FastifyRequest): string => (request.raw.url ?? "").split("?", 1)[0] ?? "";

const VARIANT =
  /^\/pictures\/([a-z]+\/[A-Za-z0-9][A-Za-z0-9_-]*\.[0-9a-f]{8})\.([1-9]\d{1,3})\.(avif|webp|jpg)$/;

/** The variant behind an address: of a picture in the catalogue, with its present content, in an offered width. */
async function findVariant(context: Context, address: string): Promise<ImageVariant | null> {
  const [, key = "", widthText, formatText] = VARIANT.exec(address) ?? [];
  const width = Number(widthText);
  const format = PICTURE_FORMATS.find((known) => known === formatText);
  const picture = format && (await findShownPicture(context, key));
  return picture && listWidths(picture.width).includes(width) ? { picture, width, format } : null;
}

/** Pictures only, never SVG: up to three folders, no name that begins with a dot. */
const UPLOAD =
  /^\/uploads\/((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]*)\.(jpg|jpeg|png|webp|avif|gif)$/;

/** The real file, all links followed; null when it lies elsewhere or is not there. */
async function resolveInside(folder: string, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: string, type: string) {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) refuseMissingFile();
  const size = found.size;
  const range = parseByteRange(request.headers.range, size);
  reply.headers(cachedForever).header("accept-ranges", "bytes").type(type);
  if (range === "beyond") {
    throw new HttpRefusal(416, "no_such_range", "The file is shorter than that.", {
      headers: { "content-range": `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${from}-${to}/${size}`);
  reply.header("content-length", to - from + 1);
  return reply.send(createReadStream(file, { start: from, end: to }));
}

function refuseMissingFile(): never {
  throw new HttpRefusal(404, "not_found", "There is no such file.");
}
