import { asc, eq, inArray } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { pictureHeaders } from "#platform/http/security-headers.ts";
import { readSignedLink, signLink } from "#platform/http/signed-link.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { photoMessages } from "#shop/media/photos.ts";
import type { CleanPicture } from "#shop/media/server/index.ts";
import { returnPicture } from "./tables.ts";

interface WhichReturn {
  accountId: string;
  orderId: string;
  returnNumber: number;
}

export async function saveReturnPictures(
  tx: Tx,
  returnKey: WhichReturn,
  pictures: readonly CleanPicture[],
  now: Date,
): Promise<void> {
  const rows = pictures.map((picture, place) => ({
    id: generateUuid(now.getTime()),
    ...returnKey,
    place,
    ...picture,
  }));
  if (rows.length > 0) await tx.insert(returnPicture).values(rows);
}

export async function deleteReturnPictures(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(returnPicture).where(eq(returnPicture.accountId, accountId));
}

const PATH = "/return-pictures";
const PURPOSE = "return-picture";

/** Returns signed URLs for the owner and the customer's data download. */
export async function findReturnPictures(context: Context, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const { id, orderId, returnNumber, place } = returnPicture;
  const rows = await context.db
    .select({ id, orderId, returnNumber })
    .from(returnPicture)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(place));
  return rows.map(({ id, ...returnKey }) => ({
    ...returnKey,
    href: new URL(`${PATH}/${id}.jpg?key=${signLink(context, PURPOSE, id)}`, context.config.publicUrl).href,
  }));
}

export async function serveReturnPictures(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Params: { name: string }; Querystring: { key?: string } }>(
    `${PATH}/:name`,
    async ({ params, query }, reply) => {
      const id = params.name.replace(/\.jpg$/, "");
      const isSigned = typeof query.key === "string" && readSignedLink(context, PURPOSE, query.key) === id;
      const [row] =
        isSigned && isId(id)
          ? await context.db
              .select({ large: returnPicture.large })
              .from(returnPicture)
              .where(eq(returnPicture.id, id))
          : [];
      if (!row) throw new HttpRefusal(404, "not_found", photoMessages.missing);
      return reply
        .headers({ ...pictureHeaders, "cache-control": "no-store" })
        .type("image/jpeg")
        .send(row.large);
    },
  );
}
