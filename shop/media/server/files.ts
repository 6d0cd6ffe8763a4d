import { readFile } from "node:fs/promises";
import path from "node:path";
import send from "@fastify/send";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { abortOnClose } from "#platform/http/route.ts";
import { pictureHeaders } from "#platform/http/security-headers.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { listWidths, PIECE_WIDTH, THUMBNAIL_WIDTH } from "../picture-sizes.ts";
import { VARIANT_FORMATS } from "../pictures.ts";
import { type ImageVariant, getImageResizer } from "./image-resizer.ts";
import { getMediaType } from "./media-types.ts";
import { findOriginalFile, findUploadFile, UPLOAD_NAME } from "./originals.ts";
import { findShownPicture, findShownVideo } from "./shown-files.ts";

/** Serves the catalogue's pictures and videos, and the shop's uploads (T19). */
export async function serveFiles(app: FastifyInstance, context: Context): Promise<void> {
  const requireFile = async <T>(file: Promise<T | null>): Promise<T> =>
    (await file.catch((cause: unknown) => refuseUnreachable(context, cause))) ?? refuseMissingFile();

  app.get("/pictures/*", async (request, reply) => {
    const signal = abortOnClose(reply.raw);
    const { type, bytes } = await requireFile(readVariant(context, getPath(request), signal));
    return reply.headers(cachedForever).type(type).send(bytes);
  });

  app.get("/videos/*", async (request, reply) => {
    const video = findShownVideo(context, getPath(request)) ?? refuseMissingFile();
    return sendFile(request, reply, await requireFile(findOriginalFile(context, video)));
  });

  app.get("/uploads/*", async (request, reply) => {
    const name = getPath(request).slice("/uploads/".length);
    if (!UPLOAD_NAME.test(name)) refuseMissingFile();
    return sendFile(request, reply, await requireFile(findUploadFile(context, name)));
  });
}

export async function readPictureAt(context: Context, address: string) {
  const name = address.startsWith("/uploads/") ? address.slice("/uploads/".length) : null;
  if (name === null) return readVariant(context, address);
  const file = UPLOAD_NAME.test(name) ? await findUploadFile(context, name) : null;
  return file === null ? null : { type: getMediaType(file), bytes: await readFile(file) };
}

async function readVariant(context: Context, address: string, signal?: AbortSignal) {
  const variant = await findVariant(context, address);
  const bytes = variant && (await getImageResizer(context).bytesOf(variant, signal));
  return variant && bytes && { type: getMediaType(variant.format), bytes };
}

const cachedForever = {
  ...pictureHeaders,
  "cache-control": "public, max-age=31536000, immutable",
};

const getPath = (request: FastifyRequest): string => (request.raw.url ?? "").split("?", 1)[0] ?? "";

const VARIANT =
  /^\/pictures\/([a-z]+\/[A-Za-z0-9][A-Za-z0-9_-]*\.[0-9a-f]{8})\.([1-9]\d{1,3})\.(avif|webp|jpg|piece)$/;

async function findVariant(context: Context, address: string): Promise<ImageVariant | null> {
  const [, key = "", widthText, formatText] = VARIANT.exec(address) ?? [];
  const width = Number(widthText);
  const format = VARIANT_FORMATS.find((candidate) => candidate === formatText);
  const picture = format && (await findShownPicture(context, key));
  if (!picture) return null;
  const widths = format === "piece" ? [PIECE_WIDTH] : [THUMBNAIL_WIDTH, ...listWidths(picture.width)];
  return widths.includes(width) ? { picture, width, format } : null;
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: string) {
  const { dir: root, base } = path.parse(file);
  const { statusCode, headers, stream } = await send(request.raw, encodeURIComponent(base), {
    root,
    index: false,
    cacheControl: false,
    contentType: false,
  });
  if (statusCode === 416)
    throw new HttpRefusal(416, "no_such_range", "The file is shorter than the requested range.", {
      headers: { "content-range": headers["Content-Range"] ?? "" },
    });
  if (statusCode >= 400) refuseMissingFile();
  return reply
    .code(statusCode)
    .headers({ ...cachedForever, ...headers })
    .type(getMediaType(file))
    .send(stream);
}

function refuseMissingFile(): never {
  throw new HttpRefusal(404, "not_found", "There is no such file.");
}

function refuseUnreachable({ log }: Context, cause: unknown): never {
  if (!(cause instanceof StorageFailure)) throw cause;
  log.warn({ err: cause }, "a picture or video could not be fetched from the storage");
  throw new HttpRefusal(
    503,
    "unavailable",
    "This file is not available right now. Please try again in a moment.",
    { headers: { "retry-after": "5" } },
  );
}
