import type { FastifyInstance } from "fastify";
import type { Context } from "#platform/context.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { pictureHeaders } from "#platform/http/security-headers.ts";
import { readSignedLink, signLink } from "#platform/http/signed-link.ts";
import { isId } from "#platform/ids.ts";
import { photoMessages } from "../photos.ts";

interface Photo {
  id: string;
  size: string;
  /** True if the shop has signed the URL, for the owner or for the customer's data download. */
  isSigned: boolean;
}

/**
 * Defines the URLs of customers' photographs. `find` returns null if the photograph does not exist or the visitor may
 * not see it.
 */
export const defineCustomerPhotos = (
  path: string,
  purpose: string,
  find: (context: Context, photo: Photo) => Promise<Buffer | null>,
) => ({
  buildHref: (context: Context, id: string): string =>
    new URL(`${path}/${id}.large.jpg?key=${signLink(context, purpose, id)}`, context.config.publicUrl).href,
  async serve(app: FastifyInstance, context: Context): Promise<void> {
    app.get<{ Params: { name: string }; Querystring: { key?: string } }>(
      `${path}/:name`,
      async ({ params, query }, reply) => {
        const [, id = "", size = "large"] = NAME.exec(params.name) ?? [];
        const isSigned = typeof query.key === "string" && readSignedLink(context, purpose, query.key) === id;
        const content = isId(id) ? await find(context, { id, size, isSigned }) : null;
        if (!content) throw new HttpRefusal(404, "not_found", photoMessages.missing);
        return reply
          .headers({ ...pictureHeaders, "cache-control": isSigned ? "no-store" : "public, max-age=3600" })
          .type("image/jpeg")
          .send(content);
      },
    );
  },
});

/** A file name with id and size. Links from before 29 November 2026 to photographs of returns contain no size. */
const NAME = /^([0-9a-f-]{36})(?:\.(large|small))?\.jpg$/;
